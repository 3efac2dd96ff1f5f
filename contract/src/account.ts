import * as z from 'zod/mini';
import { anyMessage, call, message, results } from './call.ts';
import { EMAIL_MAX, NAME_MAX, NAME_MIN, ORGANIZATION_MAX, PHONE_MIN, TOKEN_MAX } from './limits.ts';
import { credentials, profile, readableCredentials, readableProfile, smsCodeForm } from './session.ts';
import { boundedText, requiredText } from './text.ts';
import { isUsPhone, toNational } from './usPhone.ts';

/** §3, in the order the form shows them. */
export const ORGANIZATION_TYPES = ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'] as const;

export const email = z.string({ error: 'Required' }).check(
  z.trim(),
  z.refine((text) => text.length > 0, { error: 'Required', abort: true }),
  z.maxLength(EMAIL_MAX, `Must be ${EMAIL_MAX} characters or less`),
  z.email('Invalid email address'),
);

/** What a person tells about themselves: registration, activation and profile edit share it (§5). */
export const profileFields = z.object({
  firstName: boundedText('First Name is required', NAME_MIN, NAME_MAX),
  lastName: boundedText('Last Name is required', NAME_MIN, NAME_MAX),
  email,
  phone: z.string({ error: 'Phone Number is required' }).check(
    z.trim(),
    z.refine((text) => text.length > 0, { error: 'Phone Number is required', abort: true }),
    z.refine((text) => text.length >= PHONE_MIN, {
      error: `Phone number must be at least ${PHONE_MIN} digits`,
      abort: true,
    }),
    z.maxLength(40, 'Invalid Phone Number'),
    z.refine(isUsPhone, 'Invalid Phone Number'),
    // However it was typed, it is sent as it is stored (§3).
    z.overwrite((text) => toNational(text) ?? text),
  ),
  organizationName: requiredText('Organization name is required', ORGANIZATION_MAX),
  organizationType: z.enum(ORGANIZATION_TYPES, { error: 'Organization type is required' }),
});
export type ProfileFields = z.infer<typeof profileFields>;

/** The registration form: `acceptTos` is asked for there and never sent (§3, §5). */
export const registrationForm = z.extend(profileFields, {
  acceptTos: z.literal(true, { error: 'You must accept the Terms and Conditions' }),
});
export type RegistrationForm = z.infer<typeof registrationForm>;

const flag = z.optional(z.boolean({ error: 'Must be true or false' }));

/**
 * Sent along by the client (§7). The survey flags are taken from a `PUT`; the other two the server derives itself, but
 * for `registrationComplete: true`, which activates an imported account.
 */
const accountState = {
  registrationComplete: flag,
  preEventComplete: flag,
  postEventComplete: flag,
  smsEnabled: flag,
};

const absent = z.optional(z.never());

/** `PUT` with nothing but survey flags (§7); a profile field beside them makes it a profile edit. */
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

const ownId = z.object({ id: z.string() });

export const getAccount = call({
  method: 'GET',
  path: '/public/accounts/{id}',
  auth: 'account',
  summary: "One's own profile. Another's id is 404, the same as an unknown one.",
  params: ownId,
  answer: results(profile),
  read: results(readableProfile),
});

export const createAccount = call({
  method: 'POST',
  path: '/public/accounts',
  auth: 'public',
  summary: 'Registers an attendee and signs them in. A phone or e-mail already on record is 409.',
  body: z.extend(profileFields, accountState),
  answer: credentials,
  read: readableCredentials,
  status: 201,
  idempotent: true,
});

export const updateAccount = call({
  method: 'PUT',
  path: '/public/accounts/{id}',
  auth: 'account',
  summary: 'Changes the profile, activates an imported account (registrationComplete: true) or sets a survey flag.',
  params: ownId,
  // The profile comes first: where neither fits, its messages are the ones to show.
  body: z.union([z.extend(profileFields, accountState), surveyFlags]),
  answer: results(profile),
  // The specification does not show this answer: where it is no profile, the client goes by what it sent.
  read: z.catch(z.object({ results: z.optional(readableProfile) }), {}),
});

export const provePhone = call({
  method: 'POST',
  path: '/public/accounts/{id}/phone',
  auth: 'account',
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
  summary: 'Proves the e-mail address by the token of the link that was mailed to it, for whoever is signed in.',
  params: ownId,
  body: z.object({ token: requiredText('Required', TOKEN_MAX) }),
  answer: results(profile),
  read: results(readableProfile),
});
