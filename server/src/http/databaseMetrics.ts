import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { readLastBackup } from '../backup/lastBackup.ts';
import { WRONG_CODE_BUDGETS, wrongCodesLimit } from '../identity/session/codeRules.ts';
import {
  newPhonesBudgetOf,
  SMS_PURPOSES,
  smsBudgetOf,
  UNPROVED_MAILS,
  unprovedMailLimit,
} from '../messages/budgets.ts';
import { messageFailed, messageWaits } from '../platform/db/deliverySchema.ts';
import { readCount } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { DAY } from '../platform/time.ts';

/** The outbox is not counted more often than this, even if scrapes are. */
const COUNT_INTERVAL_MS = 15_000;
/** A scraper times out after 10 s and would then lose all metrics, also those without the database. */
const READ_TIMEOUT_MS = 2_000;
const inTime = <Result>(read: Promise<Result>, otherwise: Result): Promise<Result> =>
  Promise.race([read, delay(READ_TIMEOUT_MS, otherwise, { ref: false })]);
const KINDS = ['sms', 'mail'] as const;
/** A count reads at most this many entries of an index, so that a backlog does not delay other work of the process. */
const MAX_COUNTED = 10_000;

/** How many messages wait, were sent and failed, how long the oldest waits, and whether the database answers. */
export function outboxMetrics(register: Registry, { db, now }: Services): void {
  const registers = [register];
  const messages = new Gauge({
    name: 'outbox_messages',
    help: `Messages by kind (sms, mail) and state (waiting; sent and failed within 24 h), ${MAX_COUNTED} at most.`,
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
  /** The three gauges of one scrape share one count. */
  function count(): Promise<void> {
    if (Math.abs(now() - countedAt) >= COUNT_INTERVAL_MS) {
      countedAt = now();
      const answers = countMessages().then(() => 1);
      counted = inTime(answers, 0)
        .catch(() => 0)
        .then((answered) => up.set(answered));
    }
    return counted;
  }

  async function countMessages(): Promise<void> {
    const since = now() - DAY;
    for (const kind of KINDS) {
      const ofKind = db.selectFrom('outbox').where('kind', '=', kind);
      // In the order of the index, so that PostgreSQL does not read the table instead.
      const waiting = ofKind.where(messageWaits).orderBy('created_at');
      const sent = ofKind
        .where(sql<boolean>`sent_at is not null and failed_at is null and sent_at > ${since}`)
        .orderBy('sent_at');
      const failed = ofKind.where(messageFailed).where('failed_at', '>', since).orderBy('failed_at');
      for (const [state, rows] of Object.entries({ waiting, sent, failed })) {
        const counted = rows.select('kind').limit(MAX_COUNTED).as('counted');
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

/** When the newest backup was taken, so that a missing one can raise an alert. */
export function backupMetrics(register: Registry, { db, now }: Services): void {
  const taken = new Gauge({
    name: 'database_last_backup_timestamp_seconds',
    help: 'When the newest backup was taken, in seconds since 1970; 0 before the first one.',
    registers: [register],
    async collect() {
      const read = readLastBackup(db, now()).then(({ takenAt }) => taken.set((takenAt ?? 0) / 1000));
      await inTime(
        read.catch(() => {}),
        undefined,
      );
    },
  });
}

/** How much of each budget all nodes together have used. */
export function limitMetrics(register: Registry, { config, db, now }: Services): void {
  const registers = [register];
  const ofAnHour = WRONG_CODE_BUDGETS.map((name) => ({ label: labelOf(name), ...wrongCodesLimit(config, name) }));
  const ofADay = [
    ...SMS_PURPOSES.map((purpose) => ({ label: `sms_${labelOf(purpose)}`, ...smsBudgetOf(config, purpose) })),
    { label: 'sms_sign_in_new_phones', ...newPhonesBudgetOf(config) },
    ...UNPROVED_MAILS.map((kind) => ({ label: `mail_${labelOf(kind)}`, ...unprovedMailLimit(config, kind) })),
  ];
  const wrongCodes = { span: 'an hour', what: 'wrong codes', limits: ofAnHour };
  const messages = { span: '24 hours', what: 'SMS and mails by what they are for', limits: ofADay };
  for (const { most: named, used, span, what, limits } of [
    { most: { name: 'hourly_limit' }, used: { name: 'hourly_limit_used' }, ...wrongCodes },
    { most: { name: 'daily_limit' }, used: { name: 'daily_limit_used' }, ...messages },
  ]) {
    const most = new Gauge({
      ...named,
      help: `What may be used in ${span}: ${what}.`,
      labelNames: ['limit'],
      registers,
    });
    for (const limit of limits) most.set({ limit: limit.label }, limit.max);
    new Gauge({
      ...used,
      help: 'How much of it is used, on all nodes together, as of the last answer of the database.',
      labelNames: ['limit'],
      registers,
      async collect() {
        const read = limits.map(async (limit) => {
          this.set({ limit: limit.label }, Math.min(limit.max, await readCount(db, now(), limit)));
        });
        await inTime(Promise.allSettled(read), []);
      },
    });
  }
}

const labelOf = (name: string): string => name.replaceAll(/[ -]/g, '_');
