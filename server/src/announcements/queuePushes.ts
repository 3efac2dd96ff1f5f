import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { queuePush } from '../push/queuePush.ts';
import { findSession, inAudience } from './audiences.ts';
import { lockAnnouncement } from './planAnnouncement.ts';
import { findSending, readSending } from './queueMessages.ts';

/** People of one batch: its transaction is short. */
const MAX_BATCH = 200;

/**
 * Queues the pushes of an announcement for the next people of its audience who have allowed them, as `queueMessages` does
 * with mails and text messages; but the queue of pushes keeps the rate.
 * @returns whether there was something to do
 */
export async function queuePushes(services: Services): Promise<boolean> {
  const next = await findSending(services, 'push');
  if (!next) return false;
  return transact(services, async (tx) => {
    // It refers to many accounts, and a merge may send it back to one of them.
    await lockManyAccounts(tx.db);
    // Its text may have changed, and another worker may have been first.
    const announcement = await lockAnnouncement(tx, next.announcement_id);
    const sending = await readSending(tx, announcement.id, 'push');
    const at = tx.now();
    if (!sending || sending.done_at !== null || announcement.sends_at > at) return false;
    const people = announcement.ends_at > at ? await nextPeople(tx, announcement, sending.after_account) : [];
    if (people.length > 0) await queue(tx, announcement, people);
    const isDone = people.length < MAX_BATCH;
    await tx.db
      .updateTable('announcement_sendings')
      .set({ after_account: people.at(-1) ?? sending.after_account, ...(isDone && { done_at: at }) })
      .where('announcement_id', '=', announcement.id)
      .where('kind', '=', 'push')
      .execute();
    return true;
  });
}

/** Of the accounts with a device, those in the audience that want announcements pushed. */
async function nextPeople({ db }: Transacting, announcement: AnnouncementRow, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .where(sql<boolean>`exists (select 1 from push_devices d where d.account_id = accounts.id)`)
    .where(inAudience(announcement))
    .where(wantsPush)
    .where('dismissal_id', 'is', null)
    .orderBy('id')
    .limit(MAX_BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

const wantsPush: RawBuilder<SqlBool> = sql`not exists (select 1 from notice_settings o
  where o.account_id = accounts.id and o.announcements = 0)`;

async function queue(tx: Transacting, announcement: AnnouncementRow, people: string[]): Promise<void> {
  const event = await getEvent(tx.db);
  const session = announcement.content_id === null ? undefined : await findSession(tx.db, announcement.content_id);
  await queuePush(tx, {
    source: announcement.id,
    isFor: sql`account_id in (${sql.join(people)})`,
    said: {
      title: announcement.title || event.name,
      text: announcement.text,
      session: session ? { campaignId: session.campaign_id, contentId: session.id } : null,
    },
    expiresAt: announcement.ends_at,
    zone: event.time_zone,
  });
}
