import { openTestDatabase } from '@companion/testkit/testDatabase';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../sweep.ts';
import { openDatabaseForCommand } from './openDatabase.ts';
import { recordChange } from './recordChange.ts';
import { DAY } from './time.ts';
import { transact } from './transact.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
  // The server's start has recorded its event.
  await t.first.services.db.deleteFrom('changes').execute();
});
afterAll(() => t.stop());

const changes = () => t.first.services.db.selectFrom('changes').selectAll().orderBy('seq').execute();

test('changes: with 50 parallel writers, no reader misses one by reading on from the newest it has seen (decision 047)', async () => {
  const { services } = t.first;
  let isWriting = true;
  const seen: number[] = [];
  const reader = (async () => {
    do {
      const rows = await services.db
        .selectFrom('changes')
        .select('seq')
        .where('seq', '>', seen.at(-1) ?? 0)
        .orderBy('seq')
        .execute();
      seen.push(...rows.map(({ seq }) => seq));
      await new Promise(setImmediate);
    } while (isWriting);
  })();

  const written = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) =>
      transact(services, async (tx) => {
        // Writers that began first are not the first to record.
        for (let statement = 0; statement < i % 5; statement++) await sql`select 1`.execute(tx.db);
        await recordChange(tx, 'stage', `question-${i}`);
        for (let statement = 0; statement < i % 3; statement++) await sql`select 1`.execute(tx.db);
        if (i % 10 === 0) throw new Error('roll back');
      }),
    ),
  );
  isWriting = false;
  await reader;

  expect(written.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  const all = (await changes()).map(({ seq }) => seq);
  expect(all).toHaveLength(45);
  // The reader may have been between two reads when the last one was committed.
  expect(seen.concat(all.filter((seq) => seq > (seen.at(-1) ?? 0)))).toEqual(all);
  expect(new Set(all).size).toBe(45);
});

test('changes: a transaction that rolls back leaves no change, and no gap that hides the next one', async () => {
  const { services } = t.first;
  const before = await changes();
  const rolledBack = transact(services, async (tx) => {
    await recordChange(tx, 'agenda', 'undone');
    throw new Error('roll back');
  });
  await expect(rolledBack).rejects.toThrow('roll back');

  await transact(services, (tx) => recordChange(tx, 'agenda', 'done'));

  const last = before.at(-1)?.seq ?? 0;
  expect((await changes()).slice(before.length)).toEqual([
    { seq: last + 1, topic: 'agenda', ref: 'done', at: expect.any(Number) },
  ]);
});

test('changes: a command that runs next to the server records in the same order', async () => {
  const { services } = t.first;
  const { databaseUrl, dataDir } = services.config;
  const command = await openDatabaseForCommand({ url: databaseUrl, folder: dataDir });
  const [before] = (await changes()).slice(-1);
  await command.db.transaction().execute((db) => recordChange({ db, now: services.now }, 'agenda', 'by a command'));
  await transact(services, (tx) => recordChange(tx, 'agenda', 'by the server'));
  await command.close();

  expect((await changes()).slice(-2)).toMatchObject([
    { seq: (before?.seq ?? 0) + 1, ref: 'by a command' },
    { seq: (before?.seq ?? 0) + 2, ref: 'by the server' },
  ]);
});

test('sweep: changes are kept for a day, the newest of each topic for good', async () => {
  const { services } = t.first;
  for (const topic of ['questions', 'questions', 'stage'] as const) {
    await transact(services, (tx) => recordChange(tx, topic, 'old'));
  }
  t.advance(DAY + 1000);
  await transact(services, (tx) => recordChange(tx, 'stage', 'new'));

  await sweep(services);

  const left = (await changes()).map(({ topic, ref }) => `${topic} ${ref}`);
  expect(left).toEqual(['agenda by the server', 'questions old', 'stage new']);
});

test('changes: the first of a database, by several writers at once, is numbered once', async () => {
  const { db, destroy } = await openTestDatabase();
  const record = (topic: 'stage' | 'agenda') =>
    db.transaction().execute((trx) => recordChange({ db: trx, now: () => 0 }, topic, ''));
  await Promise.all([record('stage'), record('agenda'), record('stage')]);

  const rows = await db.selectFrom('changes').select('seq').orderBy('seq').execute();
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await destroy();
});
