import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import { messageWaits } from '../platform/db/deliverySchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { lockAnnouncement } from './planAnnouncement.ts';

/** What had left the server when an announcement was ended. */
interface Ended {
  /** False: it was only planned. */
  wasSent: boolean;
  mailsSent: number;
  smsSent: number;
}

/**
 * Takes back an announcement that is planned, or ends one that is sent: it is gone from every phone, and those of its
 * messages that are not with a provider are not sent.
 */
export async function endAnnouncement(tx: Transacting, id: string): Promise<Ended> {
  await lockManyAccounts(tx.db);
  const announcement = await lockAnnouncement(tx, id);
  if (hasEnded(announcement, tx.now())) reject('conflict', 'This announcement has ended already.');
  return end(tx, announcement);
}

const hasEnded = ({ cancelled_at, ends_at }: AnnouncementRow, at: number): boolean =>
  cancelled_at !== null || ends_at <= at;

async function end(tx: Transacting, { id, sends_at }: AnnouncementRow): Promise<Ended> {
  const { db, now } = tx;
  const at = now();
  const wasSent = sends_at <= at;
  await db
    .updateTable('announcements')
    .set(wasSent ? { ends_at: at, updated_at: at } : { cancelled_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('announcement_sendings')
    .set({ done_at: at, is_stopped: 1 })
    .where('announcement_id', '=', id)
    .where('done_at', 'is', null)
    .execute();
  const sent = await stopWaiting(tx, id);
  await db.deleteFrom('push_messages').where('source', '=', id).where('done_at', 'is', null).execute();
  await recordChange(tx, 'announcements', id);
  return { wasSent, ...sent };
}

/** Ends all that are sent or planned. */
export async function endAnnouncements(tx: Transacting): Promise<void> {
  await lockManyAccounts(tx.db);
  const running = await tx.db
    .selectFrom('announcements')
    .select('id')
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', tx.now())
    .execute();
  for (const { id } of running) {
    const announcement = await lockAnnouncement(tx, id);
    // Another member may have ended it meanwhile.
    if (!hasEnded(announcement, tx.now())) await end(tx, announcement);
  }
}

/** Removes the messages that no worker has begun to send. @returns how many are left: those that went out */
async function stopWaiting({ db, now }: Transacting, id: string): Promise<Omit<Ended, 'wasSent'>> {
  const messages = db.selectFrom('announcement_messages').select('outbox_id').where('announcement_id', '=', id);
  const removed = await db
    .deleteFrom('outbox')
    .where('id', 'in', messages)
    .where(messageWaits)
    .where('leased_until', '<=', now())
    .returning('id')
    .execute();
  // What is with a provider and fails is not sent again.
  await db.updateTable('outbox').set({ expires_at: now() }).where('id', 'in', messages).where(messageWaits).execute();
  const ids = removed.map((row) => row.id);
  if (ids.length > 0) await db.deleteFrom('announcement_messages').where('outbox_id', 'in', ids).execute();
  const left = await db
    .selectFrom('announcement_messages')
    .select(['kind', (by) => by.fn.countAll<number>().as('count')])
    .where('announcement_id', '=', id)
    .groupBy('kind')
    .execute();
  const countOf = (kind: 'sms' | 'mail') => Number(left.find((row) => row.kind === kind)?.count ?? 0);
  return { mailsSent: countOf('mail'), smsSent: countOf('sms') };
}
