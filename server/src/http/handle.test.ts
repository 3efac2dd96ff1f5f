import { connect } from 'node:net';
import { countUnderWay } from '@companion/testkit/countUnderWay';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../platform/transact.ts';

const FLOOD = 60;
/** How many requests of one call without a session run at once. */
const AT_ONCE = 16;
const NEVER = '60000';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({
    ...{ WRITER_TURN_TIMEOUT_MS: NEVER, CONNECT_TIMEOUT_MS: NEVER, STATEMENT_TIMEOUT_MS: NEVER },
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => t.stop());

/** Keeps new accounts from being stored. @returns a function that ends that */
async function holdAccounts(): Promise<() => Promise<void>> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = transact(t.services, async ({ db, config }) => {
    // On SQLite a transaction keeps all other writers waiting.
    if (config.databaseUrl) await sql`lock table accounts in share row exclusive mode`.execute(db);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return async () => {
    ended.resolve();
    await held;
  };
}

function register() {
  const body = JSON.stringify(attendee());
  const { hostname, port } = new URL(t.url);
  const headers = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  const socket = connect(Number(port), hostname).resume();
  socket.write(`POST /api/public/accounts HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
  return socket;
}

test('handle: of a flood of registrations whose clients have left only the first few run, and other calls do not wait (decision 024)', async () => {
  const release = await holdAccounts();
  const flood = Array.from({ length: FLOOD }, register);
  await expect.poll(() => countUnderWay(t.url)).toBeGreaterThan(FLOOD);

  expect((await t.send('logout', { body: { refresh_token: 'of no session' } })).status).toBe(200);
  for (const socket of flood) socket.destroy();
  await expect.poll(() => countUnderWay(t.url)).toBeLessThan(FLOOD / 2);
  await release();
  // Requests get their turn in order: the others have had theirs.
  await t.register();

  const { length } = await t.services.db.selectFrom('accounts').select('id').execute();
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(AT_ONCE + 1);
});
