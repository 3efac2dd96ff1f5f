import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../platform/services.ts';
import { DAY } from '../platform/time.ts';

/** However often one asks, the outbox is not counted more often than this. */
const COUNT_EVERY = 15_000;
/** Who asks gives up after 10 s, and then sees nothing of all that does not need the database. */
const LONGEST_COUNT = 2_000;
const KINDS = ['sms', 'mail'] as const;
/** A count reads an index, and at most so many of its entries: a backlog must not hold up who shares the process. */
const MOST_COUNTED = 10_000;

/** How many messages wait, are sent and failed, how long the oldest waits, and whether the database could tell. */
export function outboxMetrics(register: Registry, { db, now }: Services): void {
  const registers = [register];
  const messages = new Gauge({
    name: 'outbox_messages',
    help: `Messages by kind (sms, mail) and state (waiting; sent and failed within 24 h), ${MOST_COUNTED} at most.`,
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
    const since = now() - DAY;
    for (const kind of KINDS) {
      const ofKind = db.selectFrom('outbox').where('kind', '=', kind);
      // In the order of the index, so that PostgreSQL has no reason to read the table instead.
      const waiting = ofKind
        .where(sql<boolean>`sent_at is null and failed_at is null and expires_at > created_at`)
        .orderBy('created_at');
      const sent = ofKind
        .where(sql<boolean>`sent_at is not null and failed_at is null and sent_at > ${since}`)
        .orderBy('sent_at');
      const failed = ofKind
        .where(sql<boolean>`failed_at is not null and expires_at > created_at and failed_at > ${since}`)
        .orderBy('failed_at');
      for (const [state, rows] of Object.entries({ waiting, sent, failed })) {
        const counted = rows.select('kind').limit(MOST_COUNTED).as('counted');
        const { count } = await db
          .selectFrom(counted)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        messages.set({ kind, state }, count);
      }
      const first = await waiting.select('created_at').limit(1).executeTakeFirst();
      oldest.set({ kind }, first ? Math.max(0, now() - first.created_at) / 1000 : 0);
    }
  }
}
