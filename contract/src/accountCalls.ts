import * as z from 'zod/mini';
import { profileFields } from './account.ts';
import { defineCall, results } from './defineCall.ts';
import { createAccount as createAccountOutline, updateAccount as updateAccountOutline } from './ownAccount.ts';
import { credentials, profile } from './session.ts';

// The calls of ownAccount.ts with their bodies, which the server checks. The forms of an app need account.ts only.

const flag = z.optional(z.boolean({ error: 'Must be true or false' }));

/**
 * The client sends these too (§7). The server stores the survey flags of a `PUT` and derives the other two, except that
 * `registrationComplete: true` activates a prepared account.
 */
const accountState = {
  registrationComplete: flag,
  preEventComplete: flag,
  postEventComplete: flag,
  smsEnabled: flag,
};

const absent = z.optional(z.never());

/** `PUT` with only survey flags (§7). With a profile field, it is a profile edit. */
const surveyFlags = z
  .object({
    preEventComplete: flag,
    postEventComplete: flag,
    firstName: absent,
    lastName: absent,
    email: absent,
    phone: absent,
    organizationName: absent,
    organizationType: absent,
    registrationComplete: absent,
  })
  .check(
    z.refine((body) => body.preEventComplete !== undefined || body.postEventComplete !== undefined, {
      error: 'Required',
      path: ['preEventComplete'],
    }),
  );

export const createAccount = defineCall({
  ...createAccountOutline,
  limits: { failures: { statuses: [409] } },
  body: z.extend(profileFields, accountState),
  answer: credentials,
});

export const updateAccount = defineCall({
  ...updateAccountOutline,
  limits: { failures: { statuses: [409] } },
  // The profile comes first: if neither fits, its messages are shown.
  body: z.union([z.extend(profileFields, accountState), surveyFlags]),
  answer: results(profile),
});
