import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { message, results } from '../defineCall.ts';
import { email } from '../email.ts';
import { requiredText } from '../text.ts';
import { defineStaffCall } from './defineStaffCall.ts';
import { staffPassword } from './staffFields.ts';

/** Where a reset's link leads: the token is behind `#token=`, so that no server and no log sees it. */
export const STAFF_RESET_PATH = '/console/reset-password';

const token = requiredText('Required', TOKEN_MAX);

export const requestStaffReset = defineStaffCall({
  method: 'POST',
  path: '/password-reset',
  allow: 'everyone',
  summary: 'Mails a member a link to set a new password; the answer never reveals whether the e-mail is on record.',
  body: z.object({ email }),
  answer: message,
});

/** A POST although it only reads: the token belongs in no address. */
export const getStaffReset = defineStaffCall({
  method: 'POST',
  path: '/password-reset/check',
  allow: 'everyone',
  summary: 'The member of a reset, by its token. 404 once it is used, replaced or older than 30 minutes.',
  body: z.object({ token }),
  answer: results(z.object({ email: z.string() })),
});

export const resetStaffPassword = defineStaffCall({
  method: 'POST',
  path: '/password-reset/complete',
  allow: 'everyone',
  summary: 'Sets a new password, once, and ends every session of the member. A second factor stays.',
  body: z.object({ token, newPassword: staffPassword }),
  answer: message,
});
