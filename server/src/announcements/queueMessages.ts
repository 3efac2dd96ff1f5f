import { smsParts } from '@companion/contract/staff/smsParts';
import { type Kysely, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import { smsBudgetLeft } from '../messages/budgets.ts';
import { enqueue, hasProvider, type Kind } from '../messages/outbox.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { announcementMail, announcementSms, linkOf, MAILS_A_SECOND } from './announcementText.ts';
import { inAudience, mayGet } from './audiences.ts';
import { type Sending, takeTurn } from './takeTurn.ts';

/** People of one batch: its transaction is short, so that sign-ins do not wait for it. */
const MAX_BATCH = 50;
/** Messages of announcements that may wait in the outbox: while a provider is down they do not pile up. */
const MAX_WAITING = 100;
/** While the budget is spent. */
const BUDGET_RETRY_MS = MINUTE;

/**
 * Puts the next messages of an announcement into the outbox, in the order of sending and no faster than the provider sends
 * them: what waits, waits here, and behind every sign-in code.
 * @returns whether there was something to do
 */
export const queueMessages = (services: Services, kind: Kind): Promise<boolean> =>
  takeTurn(services, kind, (tx, announcement, sending) => nextStep(tx, kind, announcement, sending));

/** A worker that looks late catches up, so that all of them together keep the rate. */
const CATCH_UP_MS = 2 * SECOND;

async function nextStep(tx: Transacting, kind: Kind, announcement: AnnouncementRow, sending: Sending) {
  const at = tx.now();
  // The settings may have changed since it was planned.
  if (announcement.ends_at <= at || !hasProvider(tx.config, kind)) return { done_at: at, is_stopped: 1 as const };
  const event = await getEvent(tx.db);
  const link = await linkOf(tx, tx.db, announcement);
  const sms = announcementSms(event, announcement, link);
  /** People a second. */
  const rate = kind === 'sms' ? tx.config.smsPartsASecond / smsParts(sms) : MAILS_A_SECOND;
  const room = await roomFor(tx, kind);
  const budget = kind === 'sms' ? await smsBudgetLeft(tx, 'announcement') : MAX_BATCH;
  if (budget === 0) return { next_batch_at: at + BUDGET_RETRY_MS };
  const max = Math.min(MAX_BATCH, budget, Math.max(1, Math.floor(rate)), room);
  if (max <= 0) return { next_batch_at: at + SECOND };
  const people = await tx.db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone_e164'])
    .where('id', '>', sending.after_account)
    .where(inAudience(announcement))
    .where(mayGet(kind))
    // One who was merged with another account may have it already.
    .where(sql<boolean>`not exists (select 1 from announcement_messages told where told.account_id = accounts.id
      and told.announcement_id = ${announcement.id} and told.kind = ${kind})`)
    .orderBy('id')
    .limit(max)
    .execute();
  for (const { id, email, phone_e164 } of people) {
    const mail = announcementMail(tx, event, announcement, { link, accountId: id });
    const outboxId = await enqueue(tx.db, tx, {
      kind,
      ...(kind === 'sms' ? { recipient: phone_e164 ?? '', subject: null, text: sms } : { recipient: email, ...mail }),
      expiresAt: announcement.ends_at,
      accountId: id,
      purpose: 'announcement',
    });
    await tx.db
      .insertInto('announcement_messages')
      .values({ announcement_id: announcement.id, kind, account_id: id, outbox_id: outboxId, created_at: at })
      .execute();
  }
  return {
    after_account: people.at(-1)?.id ?? sending.after_account,
    next_batch_at: Math.round(Math.max(sending.next_batch_at, at - CATCH_UP_MS) + (people.length * SECOND) / rate),
    ...(people.length < max ? { done_at: at } : {}),
  };
}

/** How many messages may join the outbox: none while too many wait, and fewer by those that people wait for. */
async function roomFor({ db }: Transacting, kind: Kind): Promise<number> {
  const urgent = await countWaiting(db, kind, 1);
  return MAX_WAITING - (await countWaiting(db, kind, 0)) - urgent * (MAX_WAITING / MAX_URGENT);
}

/** With so many codes in the outbox, announcements wait. */
const MAX_URGENT = 25;

async function countWaiting(db: Kysely<Database>, kind: Kind, urgent: 0 | 1): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('urgent', '=', urgent)
        // As the index has it.
        .where(sql<boolean>`sent_at is null and failed_at is null`)
        .limit(MAX_WAITING)
        .as('waiting'),
    )
    .select((by) => by.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
