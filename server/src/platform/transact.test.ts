import { openTestDatabase } from '@companion/testkit/testDatabase';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerErrors } from '../http/sendFailures.ts';
import { isUnavailable } from './db/isUnavailable.ts';
import type { Database } from './db/schema.ts';
import { deriveKeys } from './deriveKeys.ts';
import type { OpenDatabase } from './openDatabase.ts';
import { readConfig } from './readConfig.ts';
import type { Services } from './services.ts';
import { autocommit, transact } from './transact.ts';

let database: OpenDatabase & { destroy(): Promise<void> };
let services: Services;
/** The same database, with the shortest transaction timeout that the setting allows. */
let withShortTimeout: Services;
beforeEach(async () => {
  database = await openTestDatabase();
  const config = readConfig({});
  services = { config, db: database.db, keys: deriveKeys('a secret of these tests'), now: Date.now };
  withShortTimeout = { ...services, config: { ...config, writerTurnTimeout: 100 } };
});
afterEach(() => database.destroy());

const insert = (db: Kysely<Database>, key: string) =>
  db.insertInto('rate_limits').values({ key, count: 1, window_start: 0 }).execute();
const keys = async () =>
  (await services.db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map(({ key }) => key);

test('services: outside a transaction they only read', async () => {
  // @ts-expect-error: a write here would deadlock with a transaction around it.
  expect(services.db.insertInto).toBeDefined();
  await transact(services, (tx) => insert(tx.db, 'in a transaction'));
  await autocommit(services, (db) => insert(db, 'by itself'));
  expect(await keys()).toEqual(['by itself', 'in a transaction']);
});

test('transact: work that fails is rolled back completely', async () => {
  const failing = transact(services, async (tx) => {
    await insert(tx.db, 'first');
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  expect(await keys()).toEqual([]);
});

test('transact, autocommit: a nested writer throws at once instead of deadlocking, and the outer one continues', async () => {
  await transact(services, async (tx) => {
    await expect(transact(services, (inner) => insert(inner.db, 'inner'))).rejects.toThrow('transact inside transact');
    await expect(autocommit(services, (db) => insert(db, 'inner'))).rejects.toThrow('autocommit inside transact');
    await insert(tx.db, 'outer');
  });
  await autocommit(services, async (db) => {
    await expect(transact(services, (tx) => insert(tx.db, 'inner'))).rejects.toThrow('transact inside autocommit');
    await insert(db, 'second');
  });
  expect(await keys()).toEqual(['outer', 'second']);
});

test('transact: work started inside a transaction may write after it has ended', async () => {
  const ended = Promise.withResolvers<void>();
  let started = Promise.resolve<unknown>(undefined);
  await transact(services, async () => {
    started = ended.promise.then(() => transact(services, (tx) => insert(tx.db, 'afterwards')));
  });
  ended.resolve();
  await started;
  expect(await keys()).toEqual(['afterwards']);
});

test('transact: a transaction that takes too long is rolled back and writes no more; the next writer proceeds', async () => {
  const held = Promise.withResolvers<void>();
  let work = Promise.resolve<unknown>(undefined);
  const stuck = transact(withShortTimeout, (tx) => {
    work = insert(tx.db, 'stuck').then(async () => {
      await held.promise;
      await insert(tx.db, 'late');
    });
    return work;
  });
  const next = transact(services, (tx) => insert(tx.db, 'next'));
  const error = await stuck.catch((reason: Error) => reason);
  expect(error).toMatchObject({ message: 'a transaction took longer than WRITER_TURN_TIMEOUT_MS (100 ms)' });
  expect(isUnavailable(error as Error)).toBe(true);
  await next;
  held.resolve();
  await expect(work).rejects.toBe(error);
  expect(await keys()).toEqual(['next']);
});

test('transact: a call whose transaction takes too long answers 503, and the log names the call', async () => {
  const lines: Record<string, unknown>[] = [];
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(JSON.parse(line)) } } });
  answerErrors(app);
  app.post('/api/stuck/:id', () => transact(withShortTimeout, () => new Promise(() => {})));
  const response = await app.inject({ method: 'POST', url: '/api/stuck/7' });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    message: 'We cannot answer right now. Please try again in a moment.',
    traceId: expect.any(String),
  });
  expect(response.headers['retry-after']).toBeDefined();
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'cannot answer now',
      call: 'POST /api/stuck/:id',
      reason: expect.stringContaining('WRITER_TURN_TIMEOUT_MS'),
    }),
  );
  await app.close();
});
