import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { PROGRAMME_STAFF } from './programme.ts';

export const getReadiness = defineCall({
  method: 'GET',
  path: '/staff/programme/readiness',
  caller: PROGRAMME_STAFF,
  summary: 'What an event needs besides its programme before the doors open: people, messages, screens, a backup.',
  answer: results(
    z.object({
      /** Whether the draft has another picture than the one that every new event has. */
      hasLogo: z.boolean(),
      /** Accounts: those whose owner has registered or activated them, and those that wait for their owner. */
      registered: z.int(),
      prepared: z.int(),
      /** Of those that wait, how many have not been invited. */
      notInvited: z.int(),
      /** Members of the staff, and people who are invited to it. */
      staff: z.int(),
      /** Keys of stage screens. */
      stageScreens: z.int(),
      sendsSms: z.boolean(),
      sendsMail: z.boolean(),
      /** Whether what is sent only goes to the page /outbox of this server. */
      isOutboxOnly: z.boolean(),
      /** When the newest backup was taken, ISO 8601; and whether another one is due. */
      lastBackupAt: z.nullable(z.string()),
      isBackupOld: z.boolean(),
    }),
  ),
});

export const startDemo = defineCall({
  method: 'POST',
  path: '/staff/programme/demo',
  caller: PROGRAMME_STAFF,
  summary: 'Publishes the demo event. 409 once anyone has edited or published another one.',
});

export const removeDemo = defineCall({
  method: 'DELETE',
  path: '/staff/programme/demo',
  caller: PROGRAMME_STAFF,
  stepUp: true,
  summary:
    'Publishes the empty event in place of the demo event, and deletes what attendees wrote to it, and announcements. 409 if another event is published.',
});
