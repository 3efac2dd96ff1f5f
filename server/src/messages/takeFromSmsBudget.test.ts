import { expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../db/openDatabase.ts';
import type { Message } from './outbox.ts';
import { busy, MINUTE, startWorkerTest, until } from './workerTest.ts';

const DAY = 24 * 60 * MINUTE;

test('SMS_A_DAY holds for all nodes together: what is over it is given up, told of, and an error in the log', async () => {
  const w = await startWorkerTest({ SMS_A_DAY: '7' });
  // SQLite has one node: there two workers share it.
  const opened: OpenDatabase | undefined = w.where.url ? await openDatabase(w.where) : undefined;
  try {
    for (let i = 0; i < 20; i++) await w.put(`message ${i}`);
    await w.put('mail', { kind: 'mail' });
    const delivered: string[] = [];
    const deliver = async ({ text }: Message) => void delivered.push(text);
    w.start(deliver, { atOnce: 3 });
    w.start(deliver, { atOnce: 3, on: { ...w.services, db: opened?.db ?? w.services.db } });
    w.start(deliver, { kind: 'mail' });
    await w.settled();

    expect(delivered).toHaveLength(8);
    expect(delivered).toContain('mail');
    expect(w.undeliverable.map(([, code]) => code)).toEqual(Array(13).fill(null));
    const failed = w.services.db.selectFrom('outbox').select('last_error').where('failed_at', 'is not', null);
    expect(await failed.execute()).toEqual(Array(13).fill({ last_error: 'daily SMS budget spent' }));
    expect(w.logged.map(({ level }) => level)).toEqual(Array(13).fill(50));

    w.clock.now += DAY;
    await w.put('a day later');
    await w.settled();
    expect(delivered.slice(8)).toEqual(['a day later']);
  } finally {
    await w.stopWorkers();
    await opened?.close();
    await w.stop();
  }
});

test('an SMS that is tried again counts once: a provider that is down does not eat the budget up', async () => {
  const w = await startWorkerTest({ SMS_A_DAY: '1' });
  try {
    await w.put('one');
    let tries = 0;
    w.start(async () => (++tries === 1 ? busy() : undefined));
    await until(async () => (await w.row()).next_attempt_at > w.clock.now);
    w.clock.now = (await w.row()).next_attempt_at;
    await w.settled();

    expect([tries, (await w.row()).sent_at]).toEqual([2, w.clock.now]);
  } finally {
    await w.stop();
  }
});
