import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { OpenDatabase } from '../db/openDatabase.ts';
import { openTestDatabase } from '../db/testDatabase.ts';
import { deriveKeys } from '../keys.ts';
import type { Services } from '../services.ts';
import { enqueue, type Message } from './outbox.ts';
import { type Deliver, sendDue, startOutboxWorker } from './outboxWorker.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
// A logger that says nothing.
const { log } = Fastify();

let database: OpenDatabase & { destroy(): Promise<void> };
let services: Services;
let now = 0;
beforeEach(async () => {
  now = Date.parse('2031-06-10T12:00Z');
  database = await openTestDatabase();
  const keys = deriveKeys('a secret of these tests');
  services = { config: readConfig({}), db: database.db, keys, now: () => now };
});
afterEach(() => database.destroy());

const put = (text: string, expiresAt = now + 60 * MINUTE) =>
  enqueue(services.db, services, { kind: 'sms', recipient: '+12025550143', subject: null, text, expiresAt });
const rowOf = () => services.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
const busy: Deliver = async () => {
  throw new Error('the provider is busy');
};

test('500 messages and two workers: each message is delivered once', async () => {
  for (let i = 0; i < 500; i++) await put(`message ${i}`);
  const delivered: string[] = [];
  const deliver = async ({ text }: Message) => {
    delivered.push(text);
    await delay(1);
  };

  const stops = [startOutboxWorker(services, deliver, log), startOutboxWorker(services, deliver, log)];
  for (let round = 0; round < 1000 && delivered.length < 500; round++) await delay(20);
  await Promise.all(stops.map((stop) => stop()));

  expect(delivered).toHaveLength(500);
  expect(new Set(delivered).size).toBe(500);
  expect(await services.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).toEqual([]);
}, 60_000);

test('a slow provider: nobody else takes what a worker still has to deliver', async () => {
  for (let i = 0; i < 40; i++) await put(`message ${i}`);
  const delivered: string[] = [];
  const other: string[] = [];
  const slowly = async ({ text }: Message) => {
    const end = now + 5 * SECOND;
    while (now < end) await delay(1);
    delivered.push(text);
  };

  let over = false;
  const round = sendDue(services, slowly, log).finally(() => {
    over = true;
  });
  while (!over) {
    await delay(20);
    now += 5 * SECOND;
    await sendDue(services, async ({ text }) => void other.push(text), log);
  }
  await round;

  expect([delivered.length, other.length]).toEqual([20, 20]);
  expect(delivered.filter((text) => other.includes(text))).toEqual([]);
});

test('the lease of a worker that died is taken over after a minute', async () => {
  await put('one');
  // It hangs for ever, like a process that was killed.
  void sendDue(services, () => new Promise(() => {}), log);
  for (let i = 0; i < 100 && (await rowOf()).leased_until === 0; i++) await delay(20);
  const delivered: string[] = [];
  const takeOver = () => sendDue(services, async ({ text }) => void delivered.push(text), log);

  now += MINUTE - 1;
  await takeOver();
  expect(delivered).toEqual([]);
  now += 1;
  await takeOver();
  expect(delivered).toEqual(['one']);
});

test('a message that was not taken is tried again after a growing delay, eight times in all', async () => {
  await put('one');
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt++) {
    expect(await sendDue(services, busy, log)).toBe(1);
    const row = await rowOf();
    expect([row.attempts, row.sent_at, row.last_error]).toEqual([attempt, null, 'the provider is busy']);
    delays.push(row.next_attempt_at - now);
    if (attempt < 8) {
      now = row.next_attempt_at - 1;
      expect(await sendDue(services, busy, log)).toBe(0);
      now += 1;
    }
  }

  const longest = [2, 4, 8, 16, 32, 64, 128].map((seconds) => seconds * SECOND);
  for (const [i, most] of longest.entries()) {
    expect(delays[i]).toBeGreaterThanOrEqual(most / 2);
    expect(delays[i]).toBeLessThanOrEqual(most);
  }
  expect((await rowOf()).failed_at).toBe(now);
  now += MINUTE * 10;
  expect(await sendDue(services, busy, log)).toBe(0);
});

test('a message that is taken at the second try is sent once and forgets its error', async () => {
  await put('one');
  await sendDue(services, busy, log);
  now = (await rowOf()).next_attempt_at;

  expect(await sendDue(services, async () => {}, log)).toBe(1);

  expect(await rowOf()).toMatchObject({ sent_at: now, attempts: 2, last_error: null, failed_at: null });
});

test('an expired message is dropped: nobody wants an old code', async () => {
  await put('code', now + MINUTE);
  now += MINUTE;
  const delivered: string[] = [];

  await sendDue(services, async ({ text }) => void delivered.push(text), log);

  expect(delivered).toEqual([]);
  expect(await rowOf()).toMatchObject({ sent_at: null, failed_at: now, last_error: 'expired before it could be sent' });
});

test('one message that cannot be delivered holds up no other', async () => {
  for (const text of ['first', 'bad', 'last']) await put(text);
  const delivered: string[] = [];

  await sendDue(
    services,
    async ({ text }) => {
      if (text === 'bad') throw new Error('no such number');
      delivered.push(text);
    },
    log,
  );

  expect(delivered.sort()).toEqual(['first', 'last']);
});

test('a worker that is stopped has finished the message in hand', async () => {
  await put('one');
  let finished = false;
  let begun = () => {};
  const underWay = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const stop = startOutboxWorker(
    services,
    async () => {
      begun();
      await delay(300);
      finished = true;
    },
    log,
  );
  await underWay;
  await stop();

  expect(finished).toBe(true);
  expect((await rowOf()).sent_at).toBe(now);
});
