import { shareMail, shareSms } from '@companion/contract/content';
import { email } from '@companion/contract/email';
import { toE164 } from '@companion/contract/usPhone';
import type { FastifyRequest } from 'fastify';
import { findContentItem } from '../../content/contentQueries.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { lockAccount } from '../../identity/accounts/accountQueries.ts';
import type { SignedIn } from '../../identity/session/sessionCache.ts';
import { countMailTo, refuseMail, spendMailBudget } from '../../messages/mailLimit.ts';
import { enqueue } from '../../messages/outbox.ts';
import { shareText } from '../../messages/templates.ts';
import type { OutboxTable } from '../../platform/db/deliverySchema.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { count } from '../../platform/limit.ts';
import { DAY } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limitAccount.ts';
import { withIdempotencyKey } from '../withIdempotencyKey.ts';

/** From all accounts together (decision 023), so that throw-away accounts cannot flood a recipient. Mails have their own limit. */
const TEXTS_TO_ONE_A_DAY = 3;

/** Sends a fixed text with a link to one item to one recipient, so that no one can send their own text in the event's name. */
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
      const { config, db, now } = tx;
      // Nothing that a share leaves refers to the account, so only the lock keeps an erased person from sending one.
      const account = (await lockAccount(db, { id: me.accountId })) ?? reject('signedOut', 'Please sign in.');
      const item = (await findContentItem(db, me.accountId, body)) ?? reject('notFound', 'There is no such item.');
      await limitAccount(tx, shareMail, me.accountId);
      const toOne = await countShareTo(tx, kind, recipient);
      if (toOne !== undefined) {
        throw new DomainError('limited', 'This recipient has been sent enough for today.', { retryAfterMs: toOne });
      }
      if (kind === 'mail' && account.phone_proved_at === null) {
        const wait = await spendMailBudget(db, tx, 'share');
        if (wait !== undefined) refuseMail(wait);
      }
      const { name } = await getEvent(db);
      const path = [item.campaignId, item.id].map(encodeURIComponent).join('/');
      await enqueue(db, tx, {
        kind,
        recipient,
        purpose: 'share',
        ...shareText({ event: name, title: item.title, link: `${config.appUrl}/agenda/${path}`, kind }),
        expiresAt: now() + DAY,
      });
      return { message: 'Your message has been sent.' };
    });
  }
}

/** Counts one more share to this recipient. @returns the milliseconds to wait, if that exceeds the limit */
function countShareTo(
  { db, now }: Transacting,
  kind: OutboxTable['kind'],
  recipient: string,
): Promise<number | undefined> {
  if (kind === 'mail') return countMailTo(db, now(), 'share', recipient);
  return count(db, now(), { key: `share to ${recipient}`, max: TEXTS_TO_ONE_A_DAY, window: DAY });
}
