import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { listenLocally } from '@companion/testkit/listenLocally';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { makePlace } from '@companion/testkit/testDatabase';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

const NOT_NOW = refusal(503, 'We cannot answer right now. Please try again in a moment.');
const ITEM = { campaignId: 'agenda', contentId: 'opening' };

let data: Awaited<ReturnType<typeof makePlace>>;
let t: ServerTest | undefined;
beforeEach(async () => {
  data = await makePlace();
});
afterEach(async () => {
  await t?.stop();
  t = undefined;
  await data.remove();
});

async function start(env: Record<string, string>): Promise<ServerTest> {
  t = await startServerTest({ DATABASE_URL: data.where.url ?? '', LOG_LEVEL: 'silent', ...env });
  return t;
}

/** Blocks reads and writes of a table. @returns a function that unlocks it */
async function lock(table: 'votes' | 'outbox'): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: data.where.url });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

test('faults: a statement that takes too long is cancelled: 503, nothing written, and then all works again (decision 015)', async () => {
  const { send, register } = await start({ STATEMENT_TIMEOUT_MS: '1000' });
  const { access_token: token } = await register();
  const vote = () => send('createVote', { token, body: { ...ITEM, vote: 'up' } });

  const unlock = await lock('votes');
  expect(await vote()).toEqual(NOT_NOW);
  await unlock();

  const item = await send('getContentItem', { token, params: ITEM });
  expect(item.body).toEqual({ results: expect.not.objectContaining({ vote: expect.anything() }) });
  expect((await vote()).status).toBe(201);
});

test('faults: when all connections are in use, requests wait for one up to the timeout, then get a 503; /health/live answers (decision 015)', async () => {
  const server = await start({ POOL_SIZE: '1', CONNECT_TIMEOUT_MS: '1500' });
  const { send, register, url } = server;
  const { access_token: token } = await register();
  const other = await register();

  const unlock = await lock('votes');
  const blocked = send('createVote', { token, body: { ...ITEM, vote: 'up' } });
  await untilBlocked(server, 1);
  const waiting = Array.from({ length: 20 }, () => send('refresh', { body: { refresh_token: other.refresh_token } }));
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect(await Promise.all(waiting)).toEqual(Array(20).fill(NOT_NOW));
  await unlock();

  expect((await blocked).status).toBe(201);
  expect((await send('refresh', { body: { refresh_token: other.refresh_token } })).status).toBe(200);
});

test('faults: no more requests wait for a connection than it can serve; the others get a 503 at once (decision 015)', async () => {
  const server = await start({ POOL_SIZE: '1', CONNECT_TIMEOUT_MS: '60000' });
  const { send, register } = server;
  const { access_token: token } = await register();
  const other = await register();

  const unlock = await lock('votes');
  const blocked = send('createVote', { token, body: { ...ITEM, vote: 'up' } });
  await untilBlocked(server, 1);
  // 600 wait; the others must be answered before the timeout of 60 s.
  let refused = 0;
  const requests = Array.from({ length: 700 }, async () => {
    // A read: writes of one account wait for each other before they wait for a connection.
    const reply = await send('getAccount', { token: other.access_token, params: { id: other.profile.id } });
    if (reply.status === 503) refused += 1;
    return reply;
  });
  while (refused < 100) await delay(20);
  await unlock();

  expect((await blocked).status).toBe(201);
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const served = statuses.filter((status) => status === 200).length;
  // Background work of the server, such as the outbox worker, waits in the same queue.
  expect(served).toBeGreaterThan(590);
  expect(served).toBeLessThanOrEqual(600);
});

test('faults: /metrics does not wait for a count that is blocked, and reports the database as down (decision 015)', async () => {
  const { url } = await start({ STATEMENT_TIMEOUT_MS: '600000' });

  const unlock = await lock('outbox');
  const metrics = await (await fetch(`${url}/metrics`)).text();
  await unlock();

  expect(metrics).toMatch(/^database_up 0$/m);
  expect(metrics).toMatch(/^database_pool\{state="total"\} \d/m);
});

/** A proxy to the database that can fall silent, like a machine that lost its power. */
async function makeLine(target: URL) {
  let silent = false;
  const ends = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => void (silent || to.write(bytes)));
      from.on('error', () => {});
      from.on('close', () => {
        ends.delete(from);
        if (!silent) to.destroy();
      });
    }
  });
  const url = new URL(target);
  url.port = String(await listenLocally(line));
  return {
    url: url.href,
    fallSilent: (whether: boolean) => {
      silent = whether;
    },
    close: () => {
      for (const end of ends) end.destroy();
      line.close();
    },
  };
}

let line: Awaited<ReturnType<typeof makeLine>> | undefined;
afterAll(() => line?.close());

test('faults: a database that falls silent: 503 after the timeouts, then at once, and normal service once it is back (decision 015)', async () => {
  line = await makeLine(new URL(data.where.url ?? ''));
  const { send, register, url } = await start({
    // Long enough for the start on a busy machine.
    ...{ DATABASE_URL: line.url, POOL_SIZE: '2', STATEMENT_TIMEOUT_MS: '500', CONNECT_TIMEOUT_MS: '1500' },
  });
  const session = await register();
  const refresh = () => send('refresh', { body: { refresh_token: session.refresh_token } });

  line.fallSilent(true);
  const first = await Promise.all(Array.from({ length: 10 }, refresh));
  expect(first).toEqual(Array(10).fill(NOT_NOW));
  // The silent connections are not used again, and no new one can be opened.
  expect(await refresh()).toEqual(NOT_NOW);
  const refusals = await Promise.all(Array.from({ length: 50 }, refresh));
  expect(refusals).toEqual(Array(50).fill(NOT_NOW));
  expect(await replyOf(await fetch(`${url}/health/ready`))).toEqual(refusal(503, 'The database does not answer.'));

  line.fallSilent(false);
  await expect.poll(async () => (await refresh()).status).toBe(200);
});
