import type { Updateable } from 'kysely';
import type { AnnouncementRow, SendingKind } from '../platform/db/announcementSchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { lockAnnouncementIfAny } from './planAnnouncement.ts';

/** How far the messages of one kind are. */
export interface Sending {
  after_account: string;
  next_batch_at: number;
}

/**
 * Takes the next step with the oldest announcement whose messages of this kind are not all queued: one after another, on
 * all nodes. One transaction records how far it is, so that a worker which is killed leaves each person with one message or
 * none, and any number of workers may share the work.
 * @param step returns what has changed about the sending
 * @returns whether there was something to do
 */
export async function takeTurn(
  services: Services,
  kind: SendingKind,
  step: (
    tx: Transacting,
    announcement: AnnouncementRow,
    sending: Sending,
  ) => Promise<Updateable<Database['announcement_sendings']>>,
): Promise<boolean> {
  const next = await findSending(services, kind);
  if (!next || next.next_batch_at > services.now()) return false;
  return transact(services, async (tx) => {
    // It refers to many accounts, and a merge may send it back to one of them.
    await lockManyAccounts(tx.db);
    // Its text may have changed, another worker may have been first, and it may be gone with the demo event.
    const announcement = await lockAnnouncementIfAny(tx, next.announcement_id);
    if (!announcement) return false;
    const sending = await readSending(tx, announcement.id, kind);
    const at = tx.now();
    if (!sending || sending.done_at !== null || sending.next_batch_at > at || announcement.sends_at > at) return false;
    await tx.db
      .updateTable('announcement_sendings')
      .set(await step(tx, announcement, sending))
      .where('announcement_id', '=', announcement.id)
      .where('kind', '=', kind)
      .execute();
    return true;
  });
}

const findSending = ({ db, now }: Services, kind: SendingKind) =>
  db
    .selectFrom('announcement_sendings')
    .innerJoin('announcements', 'announcements.id', 'announcement_id')
    .select(['announcement_id', 'next_batch_at'])
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .where('sends_at', '<=', now())
    .orderBy('sends_at')
    .orderBy('announcement_id')
    .limit(1)
    .executeTakeFirst();

const readSending = ({ db }: Transacting, announcementId: string, kind: SendingKind) =>
  db
    .selectFrom('announcement_sendings')
    .selectAll()
    .where('announcement_id', '=', announcementId)
    .where('kind', '=', kind)
    .executeTakeFirst();
