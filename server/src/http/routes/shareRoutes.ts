import { CONFIRM_FIRST } from '@companion/contract/constants';
import { email } from '@companion/contract/email';
import { shareMail, shareSms } from '@companion/contract/share';
import { toE164 } from '@companion/contract/usPhone';
import { findContentItem } from '../../content/contentQueries.ts';
import { lockAccount, mayBeInvented } from '../../identity/accounts/accountQueries.ts';
import type { OutboxTable } from '../../platform/db/deliverySchema.ts';
import { reject, rejectFields } from '../../platform/domainError.ts';
import { sendShare } from '../../share/sendShare.ts';
import { type Api, type CallRequest, handle } from '../handle.ts';
import { limitAccount } from '../limits.ts';

/** Shares of an item, by mail and by text. */
export function shareRoutes(api: Api): void {
  handle(api, shareMail, async (asked) => {
    const recipient = email.safeParse(asked.body.to).data ?? rejectFields({ to: 'Invalid email address' });
    return share(asked, { kind: 'mail', recipient });
  });

  handle(api, shareSms, async (asked) => {
    const recipient = toE164(asked.body.to) ?? rejectFields({ to: 'Invalid Phone Number' });
    return share(asked, { kind: 'sms', recipient });
  });
}

const share = (
  { body, me, once }: CallRequest<typeof shareMail | typeof shareSms>,
  to: { kind: OutboxTable['kind']; recipient: string },
) =>
  once(async (tx) => {
    // Nothing that a share leaves refers to the account, so only the lock keeps an erased person from sending one.
    const sender = (await lockAccount(tx.db, { id: me.accountId })) ?? reject('signedOut', 'Please sign in.');
    // A text costs money and reaches someone else: an account whose own number may be invented sends none.
    if (to.kind === 'sms' && mayBeInvented(sender)) reject('forbidden', CONFIRM_FIRST);
    const item = (await findContentItem(tx.db, me.accountId, body)) ?? reject('notFound', 'There is no such item.');
    await limitAccount(tx, shareMail, me.accountId);
    await sendShare(tx, { ...to, item, sender });
    return { message: 'Your message has been sent.' };
  });
