import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { factorCode } from './staffFields.ts';
import { staffMember } from './staffSession.ts';

/** Needs the cookie that `signInStaff` has set, within ten minutes; sets the session's cookie. */
export const completeSignIn = defineCall({
  method: 'POST',
  path: '/staff/session/second-factor',
  caller: 'consolePage',
  summary:
    'Completes a sign-in with a code of the authenticator app, or a recovery code; of a member without the app, with a mailed code.',
  body: z.object({ code: factorCode }),
  answer: results(staffMember),
});

/** Needs the cookie that `signInStaff` has set, within ten minutes. */
export const mailSignInCode = defineCall({
  method: 'POST',
  path: '/staff/session/second-factor/mail',
  caller: 'consolePage',
  summary: 'Mails a code that completes this sign-in in place of a passkey. 409 with an authenticator app.',
});

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/staff/second-factor',
  caller: STAFF_ROLES,
  summary: 'Whether the own password needs a second factor, how many recovery codes are left, and how many passkeys.',
  answer: results(z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.int(), passkeys: z.int() })),
});

export const beginSecondFactor = defineCall({
  method: 'POST',
  path: '/staff/second-factor',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary: 'Makes a secret for an authenticator app. It counts once a code of it was entered.',
  /** `uri`: for a QR code; `secret`: to be typed, base32. */
  answer: results(z.object({ secret: z.string(), uri: z.string() })),
});

const recoveryCodes = results(z.object({ recoveryCodes: z.array(z.string()) }));

export const enableSecondFactor = defineCall({
  method: 'POST',
  path: '/staff/second-factor/enable',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary:
    'Makes the second factor necessary, by a code of the app, and ends all own sessions but this one. The recovery codes are shown only here.',
  body: z.object({ code: factorCode }),
  answer: recoveryCodes,
});

export const replaceRecoveryCodes = defineCall({
  method: 'POST',
  path: '/staff/second-factor/recovery-codes',
  caller: STAFF_ROLES,
  stepUp: true,
  summary: 'Makes new recovery codes, by a code of the app; those before end.',
  body: z.object({ code: factorCode }),
  answer: recoveryCodes,
});

export const disableSecondFactor = defineCall({
  method: 'POST',
  path: '/staff/second-factor/disable',
  caller: STAFF_ROLES,
  stepUp: true,
  summary:
    'Removes the second factor, by a code of the app or a recovery code, and ends all own sessions but this one.',
  body: z.object({ code: factorCode }),
});
