import { setTimeout as delay } from 'node:timers/promises';
import {
  failAsBusy,
  pauseLongerThanPolling,
  startWorkerTest,
  type WorkerTest,
  waitUntil,
} from '@companion/testkit/workerTest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys, seal } from '../platform/deriveKeys.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { leaseMessages, type Message } from './outbox.ts';
import { NotDelivered } from './provider.ts';

let w: WorkerTest;
beforeEach(async () => {
  w = await startWorkerTest();
});
afterEach(() => w.stop());

/** A delivery that waits until the test releases it. */
function holdDelivery() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

test('outbox worker: with 500 messages and two workers each message is delivered once', async () => {
  for (let i = 0; i < 500; i++) await w.put(`message ${i}`);
  const delivered: string[] = [];
  const deliver = async ({ text }: Message) => {
    delivered.push(text);
    await delay(1);
  };

  w.start(deliver);
  w.start(deliver);
  await w.settled();

  expect(delivered).toHaveLength(500);
  expect(new Set(delivered).size).toBe(500);
  const unsent = w.services.db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  expect(await unsent.execute()).toEqual([]);
});

test('outbox worker: with a slow provider no other worker takes its leased messages', async () => {
  for (let i = 0; i < 40; i++) await w.put(`message ${i}`);
  const delivered: string[] = [];
  const { held, release } = holdDelivery();
  w.start(
    async ({ text }) => {
      await held;
      delivered.push(text);
    },
    { concurrency: 20 },
  );
  const leased = w.services.db.selectFrom('outbox').select('id').where('leased_until', '>', 0);
  await waitUntil(async () => (await leased.execute()).length === 20);

  w.clock.now += 59 * SECOND;
  const other: string[] = [];
  w.start(async ({ text }) => void other.push(text));
  await waitUntil(() => other.length >= 20);
  await pauseLongerThanPolling();
  release();
  await w.settled();

  expect([delivered.length, other.length]).toEqual([20, 20]);
  expect(delivered.filter((text) => other.includes(text))).toEqual([]);
});

test('outbox worker: a delivery that hangs delays no other, and one kind does not delay the other', async () => {
  for (let i = 0; i < 20; i++) await w.put(`message ${i}`);
  await w.put('mail', { kind: 'mail' });
  const delivered: string[] = [];
  const { held, release } = holdDelivery();

  w.start(() => held, { kind: 'mail', concurrency: 1 });
  w.start(async ({ text }) => void (text === 'message 0' ? await held : delivered.push(text)), { concurrency: 2 });
  await waitUntil(() => delivered.length === 19);

  release();
  await w.settled();
});

test('outbox worker: a kind without a provider stays untouched', async () => {
  await w.put('mail', { kind: 'mail' });
  const before = await w.row();

  w.start(async () => {});
  await pauseLongerThanPolling();

  expect(await w.row()).toEqual(before);
});

test('outbox worker: the lease of a worker that died is taken over after a minute', async () => {
  await w.put('one');
  await leaseMessages(w.services.db, w.services, { kind: 'sms', max: 1, leaseFor: MINUTE });
  const delivered: string[] = [];
  w.start(async ({ text }) => void delivered.push(text));

  w.clock.now += MINUTE - 1;
  await pauseLongerThanPolling();
  expect(delivered).toEqual([]);
  w.clock.now += 1;
  await w.settled();
  expect(delivered).toEqual(['one']);
});

test('outbox worker: a message of a server with another TOKEN_SECRET is left to it, and none waits for it', async () => {
  await w.put('of another');
  const sealed = seal(deriveKeys('another secret'), 'of another');
  await w.services.db.updateTable('outbox').set({ text: sealed }).execute();
  const delivered: string[] = [];
  w.start(async ({ text }) => void delivered.push(text));
  await waitUntil(async () => (await w.row()).last_error !== null);

  expect(await w.row()).toMatchObject({
    ...{ sent_at: null, failed_at: null, attempts: 1, leased_until: 0 },
    last_error: 'cannot be read: it was written with another TOKEN_SECRET',
  });
  expect(delivered).toEqual([]);
  // No server has it any more.
  w.clock.now += 10 * MINUTE;
  await waitUntil(async () => (await w.row()).failed_at !== null);
  expect(delivered).toEqual([]);
});

test('outbox worker: a message that was not accepted is retried after a growing delay until it expires', async () => {
  await w.put('one');
  const expiresAt = w.clock.now + 60 * MINUTE;
  w.start(failAsBusy);
  const hasFailed = (times: number) => async () => {
    const row = await w.row();
    return row.attempts === times && row.leased_until === 0;
  };
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await waitUntil(hasFailed(attempt));
    const row = await w.row();
    expect([row.sent_at, row.failed_at, row.last_error]).toEqual([null, null, 'the provider is busy']);
    delays.push(row.next_attempt_at - w.clock.now);
    w.clock.now = row.next_attempt_at;
  }
  const longest = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * SECOND);
  for (const [i, most] of longest.entries()) {
    expect(delays[i]).toBeGreaterThanOrEqual(most / 2);
    expect(delays[i]).toBeLessThanOrEqual(most);
  }

  await waitUntil(hasFailed(11));
  w.clock.now = expiresAt;
  await w.settled();
  expect(await w.row()).toMatchObject({ failed_at: expiresAt, last_error: 'expired before it could be sent' });
});

test('outbox worker: a retry waits as long as the provider asked', async () => {
  await w.put('one');
  w.start(async () => {
    throw new NotDelivered('temporary', 'too many', { retryAfter: 100 * SECOND });
  });
  await waitUntil(async () => (await w.row()).next_attempt_at > w.clock.now);

  const pause = (await w.row()).next_attempt_at - w.clock.now;

  expect(pause).toBeGreaterThan(100 * SECOND);
  expect(pause).toBeLessThanOrEqual(102 * SECOND);
});

test('outbox worker: a message that is accepted at the second attempt is sent once and loses its error', async () => {
  await w.put('one');
  let tries = 0;
  w.start(async () => (++tries === 1 ? failAsBusy() : undefined));
  await waitUntil(async () => (await w.row()).next_attempt_at > w.clock.now);
  w.clock.now = (await w.row()).next_attempt_at;
  await w.settled();

  expect(tries).toBe(2);
  expect(await w.row()).toMatchObject({ sent_at: w.clock.now, attempts: 2, last_error: null, failed_at: null });
});

test('outbox worker: an expired message is dropped', async () => {
  await w.put('code', { expiresAt: w.clock.now + MINUTE });
  w.clock.now += MINUTE;
  const delivered: string[] = [];

  w.start(async ({ text }) => void delivered.push(text));
  await w.settled();

  expect(delivered).toEqual([]);
  expect(await w.row()).toMatchObject({
    ...{ sent_at: null, failed_at: w.clock.now, last_error: 'expired before it could be sent' },
  });
  expect(w.undeliverable).toEqual([]);
});

test('outbox worker: a short failure of the database after a delivery does not repeat the delivery', async () => {
  await w.put('one');
  const { schema } = w.services.db;
  let delivered = 0;
  w.start(async () => {
    delivered++;
    await schema.alterTable('outbox').renameTo('outbox_away').execute();
  });
  await waitUntil(() => delivered === 1);
  await delay(300);
  await schema.alterTable('outbox_away').renameTo('outbox').execute();

  await w.settled();
  expect(delivered).toBe(1);
  expect(await w.row()).toMatchObject({ sent_at: w.clock.now, attempts: 1 });
});

test('outbox worker: stopping it waits for the delivery in progress', async () => {
  await w.put('one');
  let finished = false;
  const { held: started, release: start } = holdDelivery();
  const stop = w.start(async () => {
    start();
    await delay(300);
    finished = true;
  });
  await started;
  await stop();

  expect(finished).toBe(true);
  expect((await w.row()).sent_at).toBe(w.clock.now);
});
