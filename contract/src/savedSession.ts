import * as z from 'zod/mini';
import { HOUR } from './constants.ts';
import { defineCall } from './defineCall.ts';
import { itemFields } from './itemFeedback.ts';

export const saveSession = defineCall({
  method: 'PUT',
  path: '/public/content/saved',
  caller: 'account',
  body: z.object({ ...itemFields, saved: z.boolean({ error: 'Required' }) }),
  // A hundred sessions, saved and let go again three times: more than anyone taps.
  limits: { account: { count: 'saved session', max: 600, windowMs: HOUR } },
  summary: 'Saves a session of the agenda for this account, or lets it go again. Nobody else learns of it.',
});
