import * as z from 'zod/mini';
import { EMAIL_MAX } from './constants.ts';

export const email = z.string({ error: 'Required' }).check(
  z.trim(),
  z.refine((text) => text.length > 0, { error: 'Required', abort: true }),
  z.maxLength(EMAIL_MAX, `Must be ${EMAIL_MAX} characters or less`),
  z.email('Invalid email address'),
);
