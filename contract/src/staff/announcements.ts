import * as z from 'zod/mini';
import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX, announcement } from '../announcement.ts';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { optionalText, requiredText } from '../text.ts';

/** Those who announce. Hosts see what is announced. */
const ANNOUNCERS = ['owner', 'editor'] as const;

/** Until then it can be taken back, and nothing has left the server. In milliseconds. */
export const ANNOUNCEMENT_UNDO_MS = 30_000;
/** The longest time for which phones show one. */
export const ANNOUNCEMENT_LONGEST_DAYS = 14;
/** For more SMS than this, the number of people is typed again. */
export const SMS_WITHOUT_COUNT = 200;
/** The newest are listed. */
export const ANNOUNCEMENTS_LISTED = 100;

/** `session`: those who have voted or commented on it, asked its speakers, or upvoted such a question (decision 066). */
export const ANNOUNCEMENT_AUDIENCES = ['all', 'organizationType', 'session'] as const;
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number];

export const ANNOUNCEMENT_STATES = ['planned', 'sending', 'shown', 'ended', 'cancelled'] as const;
export type AnnouncementStateName = (typeof ANNOUNCEMENT_STATES)[number];

/** A date and time on the clocks of the event, `2031-06-10T09:30`. */
const eventTime = z
  .string({ error: 'Required' })
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Must be a date and a time'));

/** What it says, and to whom. */
const content = z.object({
  title: optionalText(ANNOUNCEMENT_TITLE_MAX),
  text: requiredText('Required', ANNOUNCEMENT_TEXT_MAX),
  /** The session that it leads to; empty for none. */
  contentId: z.optional(z.string().check(z.maxLength(200))),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES, { error: 'Required' }),
  /** The organization type, or the id of the session. */
  audienceValue: z.optional(z.string().check(z.maxLength(200))),
});

const announcementForm = z.extend(content, {
  /** When it is sent; empty: now, which is after the time for undo. */
  sendsAt: z.optional(z.union([eventTime, z.literal('')])),
  endsAt: eventTime,
  /** Whether it is mailed and texted, too. */
  mail: z.boolean(),
  sms: z.boolean(),
  /** For many SMS: how many people get one, as the member has typed it. */
  smsPeople: z.optional(z.int()),
});
export type AnnouncementForm = z.infer<typeof announcementForm>;

/** What became of the messages of one kind. */
const messages = z.object({
  /** In the outbox or further. */
  people: z.int(),
  sent: z.int(),
  failed: z.int(),
  isDone: z.boolean(),
});

export const listedAnnouncement = z.object({
  ...announcement.shape,
  state: z.enum(ANNOUNCEMENT_STATES),
  sessionTitle: z.nullable(z.string()),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  audienceValue: z.string(),
  /** For people: the organization type, or the title of the session. Empty for all. */
  audienceName: z.string(),
  sendsAt: z.string(),
  /** Both times on the clocks of the event, as a form has them. */
  sendsAtThere: z.string(),
  endsAtThere: z.string(),
  /** Null if it is not sent by that. */
  mail: z.nullable(messages),
  sms: z.nullable(messages),
  /** The name of the member. */
  by: z.string(),
  /** Another one after each change. A node of an earlier version does not say. */
  version: z.optional(z.int()),
});
export type ListedAnnouncement = z.infer<typeof listedAnnouncement>;

export const getAnnouncementList = defineCall({
  method: 'GET',
  path: '/staff/announcements',
  caller: STAFF_ROLES,
  summary: 'The newest announcements, with what became of their messages.',
  answer: results(
    z.object({
      announcements: z.array(listedAnnouncement),
      /** The time now on the clocks of the event, as a form has it. */
      nowThere: z.string(),
      /** The organization types that an audience may have. */
      organizationTypes: z.array(z.string()),
      /**
       * The sessions that an announcement may lead to, or whose people it may be for, in order of time. A node of an
       * earlier version does not say.
       */
      sessions: z.optional(
        z.array(z.object({ contentId: z.string(), title: z.string(), startsAt: z.nullable(z.string()) })),
      ),
      /** Whether this server sends mail and SMS. */
      mail: z.boolean(),
      sms: z.boolean(),
    }),
  ),
});

/** Whom an announcement would reach. */
const reach = z.object({
  /** Accounts of the audience that are registered or activated. */
  people: z.int(),
  /** Those with a phone that is proved and gets texts. */
  smsPeople: z.int(),
  /** Those with an e-mail that is proved or that of a ticket, who have not unsubscribed. */
  mailPeople: z.int(),
  /** The text message, its parts, and how long all of them take at the rate of the provider. */
  smsText: z.string(),
  smsParts: z.int(),
  smsSeconds: z.int(),
  /** Parts a second, as the operator has set. */
  smsRate: z.int(),
  /** How many SMS for announcements may still be sent within a day. */
  smsLeft: z.int(),
  mailSeconds: z.int(),
});
export type AnnouncementReach = z.infer<typeof reach>;

export const getAnnouncementReach = defineCall({
  method: 'GET',
  path: '/staff/announcements/reach',
  caller: STAFF_ROLES,
  summary: 'How many people an announcement would reach, and the parts of its text message.',
  query: z.extend(content, { text: optionalText(ANNOUNCEMENT_TEXT_MAX) }),
  answer: results(reach),
});

const SAVED = 'What is mailed or texted needs a confirmation of the password (403, `confirm`).';

export const planAnnouncement = defineCall({
  method: 'POST',
  status: 201,
  path: '/staff/announcements',
  caller: ANNOUNCERS,
  summary: `Plans an announcement. Sent now, it leaves the server after 30 seconds. ${SAVED}`,
  idempotent: true,
  body: announcementForm,
  answer: results(listedAnnouncement),
});

export const editAnnouncement = defineCall({
  method: 'PUT',
  path: '/staff/announcements/{announcementId}',
  caller: ANNOUNCERS,
  summary: `Changes an announcement that is planned; 409 once it is sent, or has another version. ${SAVED}`,
  body: z.extend(announcementForm, {
    /** With which the form began. A console of an earlier version does not say. */
    version: z.optional(z.int()),
  }),
  answer: results(listedAnnouncement),
  idempotent: true,
});

export const endAnnouncement = defineCall({
  method: 'POST',
  path: '/staff/announcements/{announcementId}/end',
  caller: ANNOUNCERS,
  summary: 'Takes back an announcement that is planned, or ends it on every phone and stops its messages.',
  answer: results(
    z.object({
      /** False: nothing had left the server. */
      wasSent: z.boolean(),
      /** How many messages had gone out. */
      mailsSent: z.int(),
      smsSent: z.int(),
    }),
  ),
});

export const testAnnouncement = defineCall({
  method: 'POST',
  path: '/staff/announcements/test',
  caller: ANNOUNCERS,
  stepUp: true,
  summary: 'Sends an announcement as a message to the member, or to a phone number.',
  body: z.extend(z.pick(content, { title: true, text: true, contentId: true }), {
    kind: z.enum(['mail', 'sms'], { error: 'Required' }),
    /** For an SMS. A mail goes to the member. */
    phone: z.optional(z.string().check(z.maxLength(40))),
  }),
});
