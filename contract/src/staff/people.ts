import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { pageNumber, searchTerm } from './staffFields.ts';

/** Attendees are the organizer's, not of those who run the stage. */
export const PEOPLE_STAFF = ['owner', 'editor'] as const;

/**
 * How far a person has come: imported from a ticket or added by the staff, invited, and activated; or registered without
 * either. Who is `cancelled` had a ticket that was cancelled before the activation.
 */
export const PERSON_STEPS = ['imported', 'added', 'invited', 'activated', 'registered', 'cancelled'] as const;
export type PersonStep = (typeof PERSON_STEPS)[number];

/** What may be true of a person at any step: confirmed, a message did not arrive, no text reaches them. */
export const PERSON_MARKS = ['confirmed', 'messageFailed', 'smsOff'] as const;
export const PERSON_STATES = [...PERSON_STEPS, ...PERSON_MARKS] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const PEOPLE_PER_PAGE = 50;

export const listedPerson = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** National format; empty while there is none. */
  phone: z.string(),
  organizationName: z.string(),
  organizationType: z.string(),
  step: z.enum(PERSON_STEPS),
  confirmed: z.boolean(),
  messageFailed: z.boolean(),
  smsOff: z.boolean(),
});
export type ListedPerson = z.infer<typeof listedPerson>;

export const getPeople = defineCall({
  method: 'GET',
  path: '/staff/people',
  caller: PEOPLE_STAFF,
  summary: 'Attendees by name, in pages.',
  query: z.object({
    /** Words of a name, an e-mail, an organization; or a part of a phone number, however it is written. */
    search: searchTerm,
    state: z.optional(z.enum(PERSON_STATES)),
    organizationType: z.optional(z.string().check(z.maxLength(60))),
    page: pageNumber,
  }),
  answer: results(z.object({ people: z.array(listedPerson), total: z.int() })),
});

export const getPeopleCounts = defineCall({
  method: 'GET',
  path: '/staff/people/counts',
  caller: PEOPLE_STAFF,
  summary: 'How many attendees there are, in each state and of each organization type; at most ten seconds old.',
  answer: results(
    z.object({
      total: z.int(),
      states: z.array(z.object({ state: z.enum(PERSON_STATES), people: z.int() })),
      /** An empty type: of those who have none. */
      organizationTypes: z.array(z.object({ name: z.string(), people: z.int() })),
    }),
  ),
});

/** Without cancelled tickets. */
export const funnel = z.object({
  /** Each has come at least as far as the one before. */
  imported: z.int(),
  invited: z.int(),
  activated: z.int(),
  signedIn: z.int(),
  /** Who has no ticket: registered or added by the staff, and how many of them are signed in. */
  others: z.int(),
  othersSignedIn: z.int(),
});
export type Funnel = z.infer<typeof funnel>;

export const getPeopleFunnel = defineCall({
  method: 'GET',
  path: '/staff/people/funnel',
  caller: PEOPLE_STAFF,
  summary: 'How many of those with a ticket were invited, have activated and are signed in; at most ten seconds old.',
  answer: results(funnel),
});

/** Times are ISO 8601; null for what has not happened. */
const time = z.nullable(z.string());

/** A message to the person, without its text: it may hold a code or a link. */
const sentMessage = z.object({
  id: z.string(),
  kind: z.enum(['sms', 'mail']),
  about: z.enum(['invitation', 'signIn', 'other']),
  state: z.enum(['waiting', 'sent', 'failed']),
  createdAt: z.string(),
  sentAt: time,
  failedAt: time,
  /** Why it failed. */
  reason: z.string(),
});

const openSession = z.object({
  id: z.string(),
  openedAt: z.string(),
  /** When it was last renewed, which a device does every few minutes while it is used. */
  lastUsedAt: z.string(),
  /** Whether a code or link that was texted to the phone has opened it. */
  phoneProved: z.boolean(),
});

const consent = z.object({ termsVersion: z.string(), action: z.string(), acceptedAt: z.string() });

const ticket = z.object({
  id: z.string(),
  /** The attendee's number at the ticketing service; empty for a row of a list. */
  number: z.string(),
  type: z.string(),
  order: z.string(),
  isCancelled: z.boolean(),
  name: z.string(),
  email: z.string(),
  importedAt: z.string(),
});

/** How much a person has sent; never what. */
export const givenCounts = z.object({
  answers: z.int(),
  votes: z.int(),
  comments: z.int(),
  questions: z.int(),
  upvotes: z.int(),
  feedback: z.int(),
});
export type GivenCounts = z.infer<typeof givenCounts>;

export const person = z.extend(listedPerson, {
  phoneProvedAt: time,
  emailProvedAt: time,
  confirmedAt: time,
  /** Since when the person may neither ask the speakers nor upvote. */
  blockedAt: time,
  invitedAt: time,
  createdAt: z.string(),
  /** A number that the person has entered and not proved yet. */
  pendingPhone: z.string(),
  /** Of the last month, the newest first. */
  messages: z.array(sentMessage),
  sessions: z.array(openSession),
  consents: z.array(consent),
  tickets: z.array(ticket),
  /** Tickets with the person's e-mail that have no account: they wait for an e-mail of their own. */
  waitingTickets: z.array(ticket),
  given: givenCounts,
});
export type Person = z.infer<typeof person>;

const path = '/staff/people/{personId}';

export const getPerson = defineCall({
  method: 'GET',
  path,
  caller: PEOPLE_STAFF,
  summary: 'One attendee: details, messages, sessions, consents, tickets, and how much they have sent.',
  answer: results(person),
});

export const PERSON_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'organizationName',
  'organizationType',
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/**
 * A field of a profile as it is typed. The server checks it as the profile does: the console has no phone library, which is
 * large.
 */
export const typedField = z.optional(z.string().check(z.maxLength(300)));
const typedFields = {
  firstName: typedField,
  lastName: typedField,
  email: typedField,
  phone: typedField,
  organizationName: typedField,
  organizationType: typedField,
};
export const typedPerson = z.object(typedFields);

/** What the member saw in each field that is changed: if it has changed since, nothing is written. */
const seen = z.partialRecord(z.enum(PERSON_FIELDS), z.string());

export const editPerson = defineCall({
  method: 'PUT',
  path,
  caller: PEOPLE_STAFF,
  summary:
    'Changes fields of a profile, as its owner could, except a proved phone. 409 with the person if a field has changed since it was read.',
  body: z.extend(typedPerson, { from: seen }),
  answer: results(person),
});

export const replacePersonPhone = defineCall({
  method: 'PUT',
  path: `${path}/phone`,
  caller: PEOPLE_STAFF,
  stepUp: true,
  summary:
    'Replaces a proved phone by one that is not proved yet. The person is told at the phone and the e-mail that they have proved, and is signed out everywhere.',
  body: z.object({ from: z.string(), phone: typedField }),
  answer: results(person),
});

export const resendInvitation = defineCall({
  method: 'POST',
  path: `${path}/invitation`,
  caller: PEOPLE_STAFF,
  summary: 'Sends another link to a person who has not activated; at most five a day.',
  answer: results(person),
});

export const endPersonSession = defineCall({
  method: 'DELETE',
  path: `${path}/sessions/{sessionId}`,
  caller: PEOPLE_STAFF,
  summary: 'Signs a person out on one device. The link that signed it in no longer does.',
  answer: results(person),
});

export const endPersonSessions = defineCall({
  method: 'DELETE',
  path: `${path}/sessions`,
  caller: PEOPLE_STAFF,
  summary: 'Signs a person out everywhere. No link sent before signs in any more.',
  answer: results(person),
});

export const erasePerson = defineCall({
  method: 'DELETE',
  path,
  caller: PEOPLE_STAFF,
  stepUp: true,
  summary: 'Erases a person and everything that they have sent.',
});

export const exportPerson = defineCall({
  method: 'POST',
  path: `${path}/export`,
  caller: PEOPLE_STAFF,
  stepUp: true,
  summary: 'Everything that is stored about a person, as JSON text to be handed to them.',
  answer: results(z.object({ json: z.string() })),
});
