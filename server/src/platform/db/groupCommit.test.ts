import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GroupCommit } from './groupCommit.ts';
import { isUnavailable } from './isUnavailable.ts';
import { sqliteDialect } from './sqliteDialect.ts';

interface Tables {
  notes: { id: number; text: string };
}

let folder: string;
let file: string;
let db: Kysely<Tables>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-group-'));
  file = join(folder, 'notes.sqlite');
  db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  await sql`create table notes (id integer primary key, text text not null)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

const insert = (id: number, text = `note ${id}`) => db.insertInto('notes').values({ id, text }).execute();
const ids = async () => (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Counts the transactions in the write-ahead log: the last frame of each holds the size of the database. */
async function committed(): Promise<number> {
  const log = await readFile(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  // After a checkpoint the log is overwritten from its start: older frames have another salt.
  const salt = log.readBigUInt64BE(16);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readBigUInt64BE(at + 8) === salt && log.readUInt32BE(at + 4) > 0) count += 1;
  }
  return count;
}

test('group commit: 100 writes that wait at the same time share one transaction', async () => {
  const before = await committed();
  await Promise.all(upTo(100).map((id) => insert(id)));

  expect(await ids()).toEqual(upTo(100));
  expect((await committed()) - before).toBe(1);
});

test('group commit: successive writes have a transaction each', async () => {
  const before = await committed();
  for (const id of upTo(5)) await insert(id);

  expect((await committed()) - before).toBe(5);
});

test('group commit: an error in one write of a group fails that one alone', async () => {
  const before = await committed();
  const results = await Promise.allSettled([insert(1), insert(2), insert(1, 'again'), insert(3)]);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { message: 'UNIQUE constraint failed: notes.id' } });
  expect(await ids()).toEqual([1, 2, 3]);
  expect((await committed()) - before).toBe(1);
});

test('group commit: a transaction that fails halfway rolls back its own writes, not those of its group', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 10, text: 'gone' }).execute();
    throw new Error('no further');
  });
  const results = await Promise.allSettled([insert(1), failing, insert(2)]);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await ids()).toEqual([1, 2]);
});

test('group commit: transactions are isolated: none sees the uncommitted writes of another', async () => {
  const count = (rows: { id: number }[]) => rows.length;
  const seen = await Promise.all(
    upTo(20).map((id) =>
      db.transaction().execute(async (trx) => {
        const before = count(await trx.selectFrom('notes').select('id').execute());
        await trx.insertInto('notes').values({ id, text: '' }).execute();
        await new Promise(setImmediate);
        return [before, count(await trx.selectFrom('notes').select('id').execute())];
      }),
    ),
  );

  expect(seen).toEqual(upTo(20).map((id) => [id - 1, id]));
});

test('group commit: a write is visible to readers only once it is on disk, and always once it is acknowledged', async () => {
  let acknowledged = false;
  const writing = insert(1).then(() => {
    acknowledged = true;
  });
  while (!acknowledged) {
    const read = await ids();
    if (!acknowledged) expect(read).toEqual([]);
    await new Promise(setImmediate);
  }
  await writing;

  expect(await ids()).toEqual([1]);
});

test('group commit: a full disk fails every write of the group, keeps earlier acknowledged writes, and the next group succeeds', async () => {
  await insert(1);
  await sql`pragma max_page_count = 10`.execute(db);
  const results = await Promise.allSettled([insert(2), insert(3, 'x'.repeat(100_000)), insert(4)]);

  const acknowledged = upTo(3).filter((_, index) => results[index]?.status === 'fulfilled');
  expect(results[1]).toMatchObject({ status: 'rejected', reason: { message: 'database or disk is full' } });
  expect(await ids()).toEqual([1, ...acknowledged.map((index) => index + 1)]);
  await insert(5);
  expect(await ids()).toContain(5);
});

test('group commit: when the disk fills up during a transaction, its whole group fails, and no later statement of it is stored', async () => {
  await sql`pragma max_page_count = 10`.execute(db);
  const before = insert(1);
  const filling = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: '' }).execute();
    const large = trx.insertInto('notes').values({ id: 3, text: 'x'.repeat(100_000) });
    // Like code that takes any error for a duplicate row.
    await large.execute().catch(() => {});
    await trx.insertInto('notes').values({ id: 4, text: '' }).execute();
  });
  const results = await Promise.allSettled([before, filling]);

  const full = { status: 'rejected', reason: { message: 'database or disk is full' } };
  expect(results).toMatchObject([full, full]);
  expect(await ids()).toEqual([]);
});

test('group commit: while another process writes, a write waits for it and reads continue', async () => {
  await insert(1);
  const other = new DatabaseSync(file);
  other.exec('begin immediate; insert into notes values (2, 0)');
  let acknowledged = false;
  const writing = Promise.all([insert(3), insert(4)]).then(() => {
    acknowledged = true;
  });
  await delay(50);
  expect([acknowledged, await ids()]).toEqual([false, [1]]);
  other.exec('commit');
  other.close();
  await writing;

  expect(await ids()).toEqual([1, 2, 3, 4]);
});

test('group commit: when another process does not finish its write, every waiting write fails; the next one after it succeeds', async () => {
  const writer = new DatabaseSync(file, { timeout: 0 });
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const groupCommit = new GroupCommit(writer, 20);
  try {
    for (const waiting of await Promise.allSettled([groupCommit.acquire(), groupCommit.acquire()])) {
      expect(waiting.status === 'rejected' && isUnavailable(waiting.reason)).toBe(true);
    }
    other.exec('rollback');
    const lock = await groupCommit.acquire();
    lock.run(() => writer.exec("insert into notes values (1, '')"));
    await lock.commit();
  } finally {
    for (const each of [writer, other]) each.close();
  }

  expect(await ids()).toEqual([1]);
});

test('group commit: the database can be closed right after a write that was rolled back', async () => {
  await insert(1);
  await expect(insert(1)).rejects.toThrow('UNIQUE');
  await db.destroy();
  db = new Kysely<Tables>({ dialect: sqliteDialect(file) });

  expect(await ids()).toEqual([1]);
});
