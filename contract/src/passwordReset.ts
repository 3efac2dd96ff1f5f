import * as z from 'zod/mini';
import { PASSWORD_MAX, PASSWORD_MIN, TOKEN_MAX } from './constants.ts';
import { defineCall } from './defineCall.ts';
import { email } from './email.ts';
import { requiredText } from './text.ts';

export const lostPasswordForm = z.object({ email });

// Not trimmed: spaces are part of a password.
const passwordFields = z.object({
  newPassword: z.string({ error: 'Required' }).check(
    z.refine((text) => text.trim().length > 0, { error: 'Required', abort: true }),
    z.minLength(PASSWORD_MIN, `Must be ${PASSWORD_MIN} characters or more`),
    z.maxLength(PASSWORD_MAX, `Must be ${PASSWORD_MAX} characters or less`),
  ),
  confirmPassword: z.string({ error: 'Required' }),
});

const matching = z.refine<z.infer<typeof passwordFields>>((form) => form.newPassword === form.confirmPassword, {
  error: 'Passwords must match',
  path: ['confirmPassword'],
});

export const resetPasswordForm = passwordFields.check(matching);

const token = requiredText('Required', TOKEN_MAX);

export const sendResetPassword = defineCall({
  method: 'POST',
  path: '/public/auth/send-reset-password',
  caller: 'public',
  refreshOn401: false,
  summary: 'Mails a reset link if the e-mail is on record; the answer never reveals whether it is.',
  body: lostPasswordForm,
});

export const validateToken = defineCall({
  method: 'POST',
  path: '/public/auth/validate-token',
  caller: 'public',
  summary: 'Checks whether a reset token is still valid.',
  body: z.object({ token }),
  answer: z.object({ results: z.boolean(), status: z.number(), message: z.optional(z.string()) }),
});

export const resetPassword = defineCall({
  method: 'POST',
  path: '/public/auth/reset-password',
  caller: 'public',
  refreshOn401: false,
  summary: 'Sets a new password with a reset token and ends every session of the account.',
  body: z.extend(passwordFields, { resetToken: token }).check(matching),
});
