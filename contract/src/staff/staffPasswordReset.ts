import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { defineCall, results } from '../defineCall.ts';
import { email } from '../email.ts';
import { requiredText } from '../text.ts';
import { staffPassword } from './staffFields.ts';

/** Where a reset's link leads: the token is behind `#token=`, so that no server and no log sees it. */
export const STAFF_RESET_PATH = '/console/reset-password';

const token = requiredText('Required', TOKEN_MAX);

export const requestStaffReset = defineCall({
  method: 'POST',
  path: '/staff/password-reset',
  caller: 'consolePage',
  summary: 'Mails a member a link to set a new password; the answer never reveals whether the e-mail is on record.',
  body: z.object({ email }),
});

/** A POST although it only reads: the token belongs in no address. */
export const getStaffReset = defineCall({
  method: 'POST',
  path: '/staff/password-reset/check',
  caller: 'consolePage',
  summary: 'The member of a reset, by its token. 404 once it is used, replaced or older than 30 minutes.',
  body: z.object({ token }),
  answer: results(z.object({ email: z.string() })),
});

export const resetStaffPassword = defineCall({
  method: 'POST',
  path: '/staff/password-reset/complete',
  caller: 'consolePage',
  summary: 'Sets a new password, once, and ends every session and passkey of the member. An authenticator app stays.',
  body: z.object({ token, newPassword: staffPassword }),
});
