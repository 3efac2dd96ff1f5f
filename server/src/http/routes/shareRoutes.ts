import { email } from '@companion/contract/email';
import { shareMail, shareSms } from '@companion/contract/share';
import { toE164 } from '@companion/contract/usPhone';
import type { FastifyRequest } from 'fastify';
import { findContentItem } from '../../content/contentQueries.ts';
import { lockAccount } from '../../identity/accounts/accountQueries.ts';
import type { SignedIn } from '../../identity/session/sessionCache.ts';
import type { OutboxTable } from '../../platform/db/deliverySchema.ts';
import { reject } from '../../platform/domainError.ts';
import { sendShare } from '../../share/sendShare.ts';
import { limitAccount } from '../callLimits.ts';
import { type Api, handle } from '../handle.ts';
import { withIdempotencyKey } from '../withIdempotencyKey.ts';

/** Shares of an item, by mail and by text. */
export function shareRoutes(api: Api): void {
  const { services } = api;
  handle(api, shareMail, ({ body, me, request }) => {
    const recipient = email.safeParse(body.to);
    if (!recipient.success) reject('invalid', 'Please check what you entered.', { to: 'Invalid email address' });
    return share({ call: 'shareMail', kind: 'mail', recipient: recipient.data, item: body, me, request });
  });

  handle(api, shareSms, ({ body, me, request }) => {
    const recipient =
      toE164(body.to) ?? reject('invalid', 'Please check what you entered.', { to: 'Invalid Phone Number' });
    return share({ call: 'shareSms', kind: 'sms', recipient, item: body, me, request });
  });

  function share({
    call,
    kind,
    recipient,
    item: body,
    me,
    request,
  }: {
    call: string;
    kind: OutboxTable['kind'];
    recipient: string;
    item: { campaignId: string; contentId: string };
    me: SignedIn;
    request: FastifyRequest;
  }) {
    return withIdempotencyKey(services, { scope: me.accountId, call, request, body }, async (tx) => {
      // Nothing that a share leaves refers to the account, so only the lock keeps an erased person from sending one.
      const sender = (await lockAccount(tx.db, { id: me.accountId })) ?? reject('signedOut', 'Please sign in.');
      const item = (await findContentItem(tx.db, me.accountId, body)) ?? reject('notFound', 'There is no such item.');
      await limitAccount(tx, shareMail, me.accountId);
      await sendShare(tx, { kind, recipient, item, sender });
      return { message: 'Your message has been sent.' };
    });
  }
}
