import * as z from 'zod/mini';
import { anyMessage, type Call, call, message, results } from './call.ts';
import { TOKEN_MAX } from './limits.ts';
import { profile, readableCredentials, readableProfile, smsCodeForm } from './session.ts';
import { requiredText } from './text.ts';

// The calls of one's own account, for screens without a phone field: those never load what tells phone numbers apart.

const ownId = z.object({ id: z.string() });

/** These two without their bodies, which hold a phone number: account.ts adds them. */
export const createAccount = {
  method: 'POST',
  path: '/public/accounts',
  auth: 'public',
  summary: 'Registers an attendee and signs them in. A phone or e-mail already on record is 409.',
  read: readableCredentials,
  status: 201,
  idempotent: true,
} as const satisfies Partial<Call>;

export const updateAccount = {
  method: 'PUT',
  path: '/public/accounts/{id}',
  auth: 'account',
  summary: 'Changes the profile, activates an imported account (registrationComplete: true) or sets a survey flag.',
  params: ownId,
  // The specification does not show this answer: where it is no profile, the client goes by what it sent.
  read: z.catch(z.object({ results: z.optional(readableProfile) }), {}),
  idempotent: false,
} as const satisfies Partial<Call>;

export const getAccount = call({
  method: 'GET',
  path: '/public/accounts/{id}',
  auth: 'account',
  summary: "One's own profile. Another's id is 404, the same as an unknown one.",
  params: ownId,
  answer: results(profile),
  read: results(readableProfile),
});

export const provePhone = call({
  method: 'POST',
  path: '/public/accounts/{id}/phone',
  auth: 'account',
  silent: true,
  summary: 'Proves a changed phone by the code texted to it, in the session that changed it; all other sessions end.',
  params: ownId,
  body: smsCodeForm,
  answer: results(profile),
  read: results(readableProfile),
});

export const sendPhoneCode = call({
  method: 'POST',
  path: '/public/accounts/{id}/phone/code',
  auth: 'account',
  silent: true,
  summary: 'Texts another code to the changed phone that this session has not proved yet.',
  params: ownId,
  answer: message,
  read: anyMessage,
});

export const cancelPhoneChange = call({
  method: 'POST',
  path: '/public/accounts/{id}/phone/cancel',
  auth: 'account',
  summary: 'Gives up the changed phone that this session has not proved yet.',
  params: ownId,
  answer: results(profile),
  read: results(readableProfile),
});

export const sendEmailProof = call({
  method: 'POST',
  path: '/public/accounts/{id}/email/link',
  auth: 'account',
  summary: "Mails a link that proves the account's e-mail address; at most five a day.",
  params: ownId,
  answer: message,
  read: anyMessage,
});

export const proveEmail = call({
  method: 'POST',
  path: '/public/accounts/{id}/email',
  auth: 'account',
  summary: 'Proves the e-mail address by the token of the link that was mailed to it, in a session of its account.',
  params: ownId,
  body: z.object({ token: requiredText('Required', TOKEN_MAX) }),
  answer: results(profile),
  read: results(readableProfile),
});
