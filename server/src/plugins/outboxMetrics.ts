import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';

/** Counting the outbox reads all of it: however often one asks, not more often than this. */
const COUNT_EVERY = 15_000;
/** Who asks gives up after 10 s, and then sees nothing of all that does not need the database. */
const LONGEST_COUNT = 2_000;
const KINDS = ['sms', 'mail'] as const;
const STATES = ['waiting', 'sent', 'failed'] as const;

/** How many messages wait, are sent and failed, how long the oldest waits, and whether the database could tell. */
export function outboxMetrics(register: Registry, { db, now }: Services): void {
  const registers = [register];
  const messages = new Gauge({
    name: 'outbox_messages',
    help: 'Messages of the last 30 days, by kind (sms, mail) and state (waiting, sent, failed).',
    labelNames: ['kind', 'state'],
    registers,
    collect: count,
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_waiting_seconds',
    help: 'Age of the oldest message that waits, by kind; 0 when none does.',
    labelNames: ['kind'],
    registers,
    collect: count,
  });
  const up = new Gauge({
    name: 'database_up',
    help: '1 when the database answered the last count of the outbox within 2 s, else 0.',
    registers,
    collect: count,
  });

  let counted = Promise.resolve();
  let countedAt = Number.NEGATIVE_INFINITY;
  /** The three of one scrape share one count. */
  function count(): Promise<void> {
    if (Math.abs(now() - countedAt) >= COUNT_EVERY) {
      countedAt = now();
      const inTime = Promise.race([countMessages().then(() => 1), delay(LONGEST_COUNT, 0, { ref: false })]);
      counted = inTime.catch(() => 0).then((answered) => up.set(answered));
    }
    return counted;
  }

  async function countMessages(): Promise<void> {
    const rows = await db
      .selectFrom('outbox')
      .select(({ fn }) => [
        'kind',
        sql<string>`case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end`.as(
          'state',
        ),
        fn.countAll<number>().as('count'),
        fn.min('created_at').as('since'),
      ])
      // The others were never to be sent: asking for an unknown address leaves them.
      .whereRef('expires_at', '>', 'created_at')
      .groupBy(['kind', 'state'])
      .execute();
    for (const kind of KINDS) {
      for (const state of STATES) {
        const row = rows.find((each) => each.kind === kind && each.state === state);
        messages.set({ kind, state }, row?.count ?? 0);
        if (state === 'waiting') oldest.set({ kind }, row ? Math.max(0, now() - row.since) / 1000 : 0);
      }
    }
  }
}
