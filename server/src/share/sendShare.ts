import { itemPath } from '@companion/contract/appAddress';
import { isolated } from '@companion/contract/isolated';
import { getEvent } from '../event/eventQueries.ts';
import { countMailTo, rejectMail, unprovedMailLimit } from '../messages/budgets.ts';
import { enqueue } from '../messages/outbox.ts';
import { shareText } from '../messages/templates.ts';
import type { OutboxTable } from '../platform/db/deliverySchema.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import { DomainError } from '../platform/domainError.ts';
import { count } from '../platform/limit.ts';
import { DAY } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';

/** From all accounts together (decision 023), so that throw-away accounts cannot flood a recipient. Mails have their own limit. */
const TEXTS_TO_ONE_A_DAY = 3;

interface Share {
  kind: OutboxTable['kind'];
  recipient: string;
  item: { id: string; campaignId: string; title: string };
  sender: Pick<AccountRow, 'phone_proved_at'>;
}

/**
 * Sends a fixed text with a link to one item to one recipient, so that no one can send their own text in the event's name.
 * @throws DomainError `limited` when the recipient has been sent enough, `unavailable` when the budget is used up
 */
export async function sendShare(tx: Transacting, { kind, recipient, item, sender }: Share): Promise<void> {
  const { config, db, now } = tx;
  const toOne = await countShareTo(tx, kind, recipient);
  if (toOne !== undefined) {
    throw new DomainError('limited', 'This recipient has been sent enough for today.', { retryAfterMs: toOne });
  }
  if (kind === 'mail' && sender.phone_proved_at === null) {
    const wait = await count(db, now(), unprovedMailLimit(config, 'share'));
    if (wait !== undefined) rejectMail(wait);
  }
  const { name } = await getEvent(db);
  const link = config.appUrl + itemPath(item.campaignId, item.id);
  await enqueue(db, tx, {
    kind,
    recipient,
    purpose: 'share',
    ...shareText({ event: isolated(name), title: isolated(item.title), link, kind }),
    expiresAt: now() + DAY,
  });
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
