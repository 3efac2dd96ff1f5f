import * as z from 'zod/mini';
import { DAY, EMAIL_MAX } from './constants.ts';
import { defineCall } from './defineCall.ts';
import { itemFields } from './itemFeedback.ts';
import { requiredText } from './text.ts';

export const shareForm = z.object({ to: requiredText('Required', EMAIL_MAX) });

const share = {
  method: 'POST',
  caller: 'account',
  // By mail and SMS together (decision 011).
  limits: { account: { count: 'share', max: 10, windowMs: DAY } },
  body: z.extend(shareForm, itemFields),
  idempotent: true,
} as const;

export const shareMail = defineCall({
  ...share,
  path: '/share/mail',
  summary: 'Mails a link to an item to one recipient.',
});
export const shareSms = defineCall({
  ...share,
  path: '/share/sms',
  summary: 'Texts a link to an item to one recipient.',
});
