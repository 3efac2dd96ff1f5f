import { setTimeout as delay } from 'node:timers/promises';
import { markUndeliverable } from '@companion/server/identity/proofs/undeliverableSms';
import { enqueue, type Kind, type Message } from '@companion/server/messages/outbox';
import { startOutboxWorker } from '@companion/server/messages/startOutboxWorker';
import { deriveKeys } from '@companion/server/platform/deriveKeys';
import { readConfig } from '@companion/server/platform/readConfig';
import type { Services } from '@companion/server/platform/services';
import { HOUR } from '@companion/server/platform/time';
import Fastify from 'fastify';
import { openTestDatabase } from './testDatabase.ts';
import { scaled } from './timeScale.ts';

/** Accepts a message or fails, as a provider does. */
type Deliver = (message: Message) => Promise<unknown>;

/** Opens an outbox for one test, with workers and a clock that the test moves. */
export async function startWorkerTest(env: Record<string, string> = {}) {
  const database = await openTestDatabase();
  const clock = { now: Date.parse('2031-06-10T12:00Z') };
  const services = {
    config: readConfig(env),
    db: database.db,
    keys: deriveKeys('a secret of these tests'),
    now: () => clock.now,
  } satisfies Services;
  const logged: { level: number; reason?: string }[] = [];
  const { log } = Fastify({
    logger: { level: 'warn', stream: { write: (line) => void logged.push(JSON.parse(line)) } },
  });
  const undeliverable: (readonly [id: string, code: string | null])[] = [];
  const stops: (() => Promise<void>)[] = [];
  const stopWorkers = async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  };
  const unsettled = services.db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null);

  return {
    services,
    clock,
    /** What the workers logged as a warning (40) or an error (50). */
    logged,
    /** The messages that the worker reported as undeliverable. */
    undeliverable,
    /** The place of the database, for a second node. */
    where: database.where,
    put: (text: string, { kind = 'sms' as Kind, expiresAt = clock.now + HOUR } = {}) =>
      enqueue(services.db, services, { kind, recipient: '+12025550143', subject: null, text, expiresAt }),
    /** The only message. */
    row: () => services.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow(),
    start(deliver: Deliver, { concurrency = 50, kind = 'sms' as Kind, on = services } = {}) {
      const provider = { concurrency, deliver: (message: Message) => deliver(message).then(() => null) };
      const stop = startOutboxWorker(
        on,
        { [kind]: provider },
        async (services, id, cause) => {
          await markUndeliverable(services, id, cause);
          undeliverable.push([id, cause.code]);
        },
        log,
      );
      stops.push(stop);
      return stop;
    },
    settled: () => waitUntil(async () => (await unsettled.execute()).length === 0),
    stopWorkers,
    stop: async () => {
      await stopWorkers();
      await database.destroy();
    },
  };
}
export type WorkerTest = Awaited<ReturnType<typeof startWorkerTest>>;

export const failAsBusy = async (): Promise<never> => {
  throw new Error('the provider is busy');
};

/** Waits until the check returns a true value. */
export async function waitUntil(check: () => unknown): Promise<void> {
  const deadline = Date.now() + scaled(30_000);
  while (Date.now() < deadline) {
    if (await check()) return;
    await delay(10);
  }
  throw new Error('The condition was not met in time.');
}

/** Waits several times the polling interval of a worker. */
export const pauseLongerThanPolling = (): Promise<void> => delay(800);
