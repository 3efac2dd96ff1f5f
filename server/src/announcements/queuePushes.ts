import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import { queuePush } from '../push/queuePush.ts';
import { findAgendaSession, inAudience } from './audiences.ts';
import { takeTurn } from './takeTurn.ts';

/** People of one batch: its transaction is short. */
const MAX_BATCH = 200;

/**
 * Queues the pushes of an announcement for the next people of its audience who have allowed them, as `queueMessages` does
 * with mails and text messages; but the queue of pushes keeps the rate.
 * @returns whether there was something to do
 */
export const queuePushes = (services: Services): Promise<boolean> =>
  takeTurn(services, 'push', async (tx, announcement, { after_account }) => {
    const at = tx.now();
    const people = announcement.ends_at > at ? await nextPeople(tx, announcement, after_account) : [];
    if (people.length > 0) await queue(tx, announcement, people);
    const isDone = people.length < MAX_BATCH;
    return { after_account: people.at(-1) ?? after_account, ...(isDone && { done_at: at }) };
  });

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
  const session =
    announcement.content_id === null ? undefined : await findAgendaSession(tx.db, announcement.content_id);
  await queuePush(tx, {
    source: announcement.id,
    accountIds: people,
    said: {
      title: announcement.title || event.name,
      text: announcement.text,
      session: session ? { campaignId: session.campaign_id, contentId: session.id } : null,
    },
    expiresAt: announcement.ends_at,
  });
}
