import { randomUUID } from 'node:crypto';
import { sendFeedback } from '@companion/contract/feedback';
import { limit } from '../../platform/limit.ts';
import { type Api, handle } from '../handle.ts';
import { once } from '../once.ts';

const DAY = 24 * 60 * 60_000;
/** More than anyone has to say, and less than fills a disk. */
const MESSAGES_A_DAY = 100;

export function feedbackRoutes(api: Api): void {
  const { services } = api;
  handle(api, sendFeedback, ({ body, me, request }) =>
    once(services, { scope: me.accountId, call: 'sendFeedback', request, body }, async ({ db, now }) => {
      await limit(db, now(), { key: `feedback ${me.accountId}`, most: MESSAGES_A_DAY, window: DAY });
      await db
        .insertInto('feedback')
        .values({ id: randomUUID(), account_id: me.accountId, message: body.message, created_at: now() })
        .execute();
      return { message: 'Your message has been sent. Thank you for your feedback.' };
    }),
  );
}
