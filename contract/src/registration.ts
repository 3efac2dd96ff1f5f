import * as z from 'zod/mini';
import { defineCall, results } from './defineCall.ts';
import { profile, readableProfile } from './session.ts';

export const confirmRegistration = defineCall({
  method: 'POST',
  path: '/public/accounts/{id}/registration',
  caller: 'account',
  summary:
    'Says whether the owner of the phone registered the account. If not, what was done before the phone was proved goes.',
  body: z.object({ mine: z.boolean({ error: 'Must be true or false' }) }),
  answer: results(profile),
  read: results(readableProfile),
});
