import * as z from 'zod/mini';
import { TOKEN_MAX } from './constants.ts';
import { type Call, defineCall, results } from './defineCall.ts';
import { profile, readableCredentials, readableProfile, smsCodeForm } from './session.ts';
import { requiredText } from './text.ts';

// Calls of one's own account. They are separate from account.ts, so that screens without a phone field do not load the
// phone library.

/** Without its body, which contains a phone number: accountCalls.ts adds it. So is `updateAccount`. */
export const createAccount = {
  method: 'POST',
  path: '/public/accounts',
  caller: 'public',
  summary: 'Registers an attendee and signs them in. A phone or e-mail already on record is 409.',
  read: readableCredentials,
  status: 201,
  idempotent: true,
} as const satisfies Partial<Call>;

export const updateAccount = {
  method: 'PUT',
  path: '/public/accounts/{id}',
  caller: 'account',
  summary: 'Changes the profile, activates a prepared account (registrationComplete: true) or sets a survey flag.',
  // The specification does not show this answer. If it is not a profile, the client uses what it sent.
  read: z.catch(z.object({ results: z.optional(readableProfile) }), {}),
  idempotent: false,
} as const satisfies Partial<Call>;

export const getAccount = defineCall({
  method: 'GET',
  path: '/public/accounts/{id}',
  caller: 'account',
  summary: "One's own profile. The id of another account is 404, like an unknown one.",
  answer: results(profile),
  read: results(readableProfile),
});

export const provePhone = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/phone',
  caller: 'account',
  silent: true,
  summary: 'Proves a changed phone by the code sent to it, in the session that changed it; all other sessions end.',
  body: smsCodeForm,
  answer: results(profile),
  read: results(readableProfile),
});

export const sendPhoneCode = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/phone/code',
  caller: 'account',
  silent: true,
  summary: 'Sends another code to the changed phone that this session has not proved yet.',
});

export const cancelPhoneChange = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/phone/cancel',
  caller: 'account',
  summary: 'Cancels a change of phone that this session has not proved yet.',
  answer: results(profile),
  read: results(readableProfile),
});

export const sendEmailProof = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/email/link',
  caller: 'account',
  silent: true,
  summary: "Mails a link that proves the account's e-mail address; at most five a day.",
});

export const proveEmail = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/email',
  caller: 'account',
  summary: 'Proves the e-mail address by the token of the link sent to it, in a session of its account.',
  body: z.object({ token: requiredText('Required', TOKEN_MAX) }),
  answer: results(profile),
  read: results(readableProfile),
});
