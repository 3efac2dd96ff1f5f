import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { PEOPLE_STAFF, person, typedPerson } from './people.ts';

/** A link that signs in on the phone that opens it first. It is shown only here. */
const shownLink = { link: z.string(), expiresAt: z.string() };

export const addPerson = defineCall({
  method: 'POST',
  path: '/staff/people',
  caller: PEOPLE_STAFF,
  summary:
    'Adds a person who has neither registered nor a ticket, with a link for their phone. They enter there what is missing. 409 for a phone or an e-mail on record.',
  body: typedPerson,
  answer: results(z.object({ person, ...shownLink })),
  status: 201,
  idempotent: true,
});

export const createPersonLink = defineCall({
  method: 'POST',
  path: '/staff/people/{personId}/link',
  caller: PEOPLE_STAFF,
  summary: 'Makes a link to show to a person who has not activated, in place of an earlier one. 409 once they have.',
  answer: results(z.object(shownLink)),
});
