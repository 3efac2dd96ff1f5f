import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { requiredText } from '../text.ts';
import { staffMember } from './staffSession.ts';

/** Times are ISO 8601. */
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});

/** What `navigator.credentials` takes and gives, as JSON (WebAuthn level 3): the browser makes and reads it. */
const options = z.record(z.string(), z.unknown());
const credential = z.object({
  id: z.string().check(z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** What the form of a new passkey checks. */
export const passkeyForm = z.object({ name: requiredText('Required', 80) });

export const getPasskeys = defineCall({
  method: 'GET',
  path: '/staff/passkeys',
  caller: STAFF_ROLES,
  summary: 'The own passkeys, oldest first.',
  answer: results(z.array(passkey)),
});

export const beginPasskey = defineCall({
  method: 'POST',
  path: '/staff/passkeys/options',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary: 'What the browser needs to make a passkey, within five minutes.',
  answer: results(options),
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/staff/passkeys',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary:
    'Stores a passkey that the browser has made. It signs in without password and code, and the password needs it. The first one ends all own sessions but this one.',
  body: z.extend(passkeyForm, { credential }),
  answer: results(passkey),
  status: 201,
});

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/staff/passkeys/{passkeyId}',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary: 'Removes an own passkey, and ends all own sessions but this one.',
});

export const removeAllPasskeys = defineCall({
  method: 'DELETE',
  path: '/staff/passkeys',
  caller: STAFF_ROLES,
  stepUp: 'factor',
  summary: 'Removes all own passkeys, and ends all own sessions but this one.',
});

export const beginPasskeySignIn = defineCall({
  method: 'POST',
  path: '/staff/session/passkey/options',
  caller: 'consolePage',
  summary: 'What the browser needs to sign in with a passkey, within five minutes. It names no account.',
  answer: results(options),
});

/** Sets the session's cookie. Also for step-up: the new session takes the place of the one before. */
export const signInWithPasskey = defineCall({
  method: 'POST',
  path: '/staff/session/passkey',
  caller: 'consolePage',
  summary: 'Signs a member in with a passkey.',
  body: z.object({ credential }),
  answer: results(staffMember),
});
