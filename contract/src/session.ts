import * as z from 'zod/mini';
import { CODE_DIGITS, EMAIL_MAX, TOKEN_MAX } from './constants.ts';
import { anyMessage, defineCall, message } from './defineCall.ts';
import { optionalText, requiredText } from './text.ts';
import { flagOr, textOrEmpty } from './tolerant.ts';

/** One of our fields: another back office may omit it. */
const ownFlag = z.optional(z.boolean());
const readableOwnFlag = z.catch(ownFlag, undefined);

/** §3, Account/profile. A prepared account has empty texts for unknown fields. */
export const profile = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** National format: `(202) 555-0143`. */
  phone: z.string(),
  organizationName: z.string(),
  organizationType: z.string(),
  registrationComplete: z.boolean(),
  preEventComplete: z.boolean(),
  postEventComplete: z.boolean(),
  smsEnabled: z.boolean(),
  /** Ours: the new number that this session has claimed. Sign-in uses `phone` until it is proved (decision 022). */
  pendingPhone: z.optional(z.string()),
  /** Ours: whether the owner has proved `email`. Only then are sign-in links mailed to it (decision 022). */
  emailProved: ownFlag,
  /** Ours: true until the owner of the phone says who registered the account on another device (decision 022). */
  registeredElsewhere: ownFlag,
  /** Ours: whether the account is confirmed: by a proof of its phone, or by a ticket (decision 056). */
  confirmed: ownFlag,
});
export type Profile = z.infer<typeof profile>;

/**
 * As the client reads it: one without `registrationComplete` does not lead to the activation form. Not made from the strict
 * schema, which the apps would then load, too.
 */
export const readableProfile = z.object({
  id: z.string(),
  firstName: textOrEmpty,
  lastName: textOrEmpty,
  email: textOrEmpty,
  phone: textOrEmpty,
  organizationName: textOrEmpty,
  organizationType: textOrEmpty,
  registrationComplete: flagOr(true),
  preEventComplete: flagOr(false),
  postEventComplete: flagOr(false),
  smsEnabled: flagOr(false),
  pendingPhone: z.catch(z.optional(z.string()), undefined),
  emailProved: readableOwnFlag,
  registeredElsewhere: readableOwnFlag,
  confirmed: readableOwnFlag,
});

export const credentials = z.object({ profile, access_token: z.string(), refresh_token: z.string() });
export type Credentials = z.infer<typeof credentials>;
/** As the client reads them from an answer, and from its storage, which an older version may have written. */
export const readableCredentials = z.object({
  profile: readableProfile,
  access_token: z.string(),
  refresh_token: z.string(),
});

/** Of any text that can hold a number: §5 shows no format check. */
const phone = requiredText('Required', 250);
const token = requiredText('Required', TOKEN_MAX);

/** The login screen's form (§5: required, no format check there). */
export const loginForm = z.object({ phone });
export type LoginForm = z.infer<typeof loginForm>;

/** The code of the SMS: a string, because a number would lose leading zeros. */
export const smsCodeForm = z.object({
  code: z.string({ error: 'Required' }).check(
    z.trim(),
    z.refine((text) => text.length > 0, { error: 'Required', abort: true }),
    z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `Must be ${CODE_DIGITS} digits`),
  ),
});
export type SmsCodeForm = z.infer<typeof smsCodeForm>;

/** The answers of login (§2): a code was sent by SMS, or a link by mail because SMS cannot be delivered. */
export const SIGN_IN_TEXTED = 'A verification code has been sent to your phone number. Please check your messages.';
export const SIGN_IN_MAILED = 'A sign-in link has been sent to you. Please check your messages and your email.';

export const login = defineCall({
  method: 'POST',
  path: '/public/login',
  caller: 'public',
  limits: { failures: { statuses: [404] } },
  refreshOn401: false,
  silent: true,
  summary: 'Sends one SMS with a code and a sign-in link to a phone on record; 404 for an unknown one.',
  body: z.extend(loginForm, { email: optionalText(EMAIL_MAX) }),
  // The client stores credentials if a server returns them (decision 031); ours never does.
  answer: z.union([credentials, message]),
  read: z.union([readableCredentials, anyMessage]),
});

export const smsLogin = defineCall({
  method: 'POST',
  path: '/sms/login',
  caller: 'public',
  // The code was compared all the same, and a neighbor's right one would have been accepted: say that it is wrong.
  limits: { failures: { statuses: [401], keepMessage: true } },
  refreshOn401: false,
  silent: true,
  summary: 'Exchanges the code of the SMS for credentials.',
  body: z.extend(smsCodeForm, { phone }),
  answer: credentials,
  read: readableCredentials,
});

export const autologin = defineCall({
  method: 'POST',
  path: '/public/autologin',
  caller: 'public',
  refreshOn401: false,
  silent: true,
  summary: "Exchanges a sign-in link's token for credentials and marks the device with a cookie.",
  body: z.object({ token }),
  answer: credentials,
  read: readableCredentials,
});

export const refresh = defineCall({
  method: 'POST',
  path: '/public/refresh',
  caller: 'public',
  summary: 'Rotates the refresh token. `token` is read if `refresh_token` is missing.',
  body: z
    .object({ refresh_token: optionalText(TOKEN_MAX), token: optionalText(TOKEN_MAX) })
    .check(
      z.refine((body) => Boolean(body.refresh_token || body.token), { error: 'Required', path: ['refresh_token'] }),
    ),
  answer: credentials,
  read: readableCredentials,
});

export const logout = defineCall({
  method: 'POST',
  path: '/public/logout',
  caller: 'public',
  silent: true,
  summary: 'Ends the session of the refresh token, and the sign-in links of its account on this device.',
  body: z.object({ refresh_token: token, token: optionalText(TOKEN_MAX) }),
});
