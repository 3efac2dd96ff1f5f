import { randomUUID } from 'node:crypto';
import { sendFeedback } from '@companion/contract/feedback';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limitAccount.ts';
import { withIdempotencyKey } from '../withIdempotencyKey.ts';

export function feedbackRoutes(api: Api): void {
  const { services } = api;
  handle(api, sendFeedback, ({ body, me, request }) =>
    withIdempotencyKey(services, { scope: me.accountId, call: 'sendFeedback', request, body }, async (tx) => {
      const { db, now } = tx;
      await limitAccount(tx, sendFeedback, me.accountId);
      await db
        .insertInto('feedback')
        .values({ id: randomUUID(), account_id: me.accountId, message: body.message, created_at: now() })
        .execute();
      return { message: 'Your message has been sent. Thank you for your feedback.' };
    }),
  );
}
