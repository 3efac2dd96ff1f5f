import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { apiClient } from '@companion/testkit/apiClient';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { countReplies, steadyLoad } from '@companion/testkit/steadyLoad';
import { makePlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgres, SERVER_POOL } from '../platform/db/openPostgres.ts';

const NEXT = fileURLToPath(import.meta.resolve('@companion/testkit/nextVersion'));

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makePlace>>;
const started: ServerProcess[] = [];
// A second attempt starts on an empty database, too.
beforeEach(async () => {
  [place, data] = [await makeProcessPlace(), await makePlace()];
});
afterEach(async () => {
  for (const server of started) server.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ exited }) => exited));
  await place.remove();
  await data.remove();
});

async function start(options?: { program: string }): Promise<ServerProcess> {
  const settings = { DATABASE_URL: data.where.url ?? '', TOKEN_SECRET: 'a secret of this test, long enough' };
  const env = {
    ...settings,
    DATA_DIR: data.where.folder,
    SIGN_INS_PER_ADDRESS: '999999',
    DRAIN_SECONDS: String(Math.ceil(scaled(1))),
  };
  const server = await spawnServer(place, env, options);
  started.push(server);
  return untilReady(server);
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

/** Sends each call to one of the nodes that reported ready in the last check. */
function balance(nodes: ServerProcess[]) {
  let ready = nodes.map(({ url }) => url);
  let watching = true;
  const watch = (async () => {
    while (watching) {
      const checks = nodes.map(async ({ url }) => {
        const response = await fetch(`${url}/health/ready`).catch(() => undefined);
        return response?.ok ? [url] : [];
      });
      ready = (await Promise.all(checks)).flat();
      await delay(50);
    }
  })();
  let count = 0;
  return {
    next: () => ready[count++ % ready.length] ?? 'http://no.node.is.ready',
    stop: async () => {
      watching = false;
      await watch;
    },
  };
}

test('faults: three nodes start at once on an empty database, and a new version replaces them under load without a failed request (decision 015)', async () => {
  const nodes = await Promise.all([start(), start(), start()]);
  const [first, second, third] = nodes;
  if (!first || !second || !third) throw new Error('three were started');
  const { ask } = apiClient(first.url);
  const people = await Promise.all(Array.from({ length: 10 }, () => ask('createAccount', { body: attendee() })));
  const balancer = balance(nodes);
  const load = steadyLoad(people, balancer.next);

  // Its migration changes tables that the others are writing to.
  nodes.push(await start({ program: NEXT }));
  await stop(first);
  // A restarted node of the old version finds newer tables.
  await stop(second);
  nodes.push(await start());
  nodes.push(await start({ program: NEXT }));
  await stop(third);
  const before = load.replies.length;
  await expect.poll(() => load.replies.length).toBeGreaterThan(before + 20);
  await load.stop();
  await balancer.stop();

  expect(load.replies.length).toBeGreaterThan(100);
  expect(Object.keys(countReplies(load.replies))).toEqual(['200']);
  expect(await load.lost(nodes.at(-1)?.url ?? '')).toEqual([]);
  const { db } = openPostgres(data.where.url ?? '', SERVER_POOL);
  const { rows } = await sql<{ badge: string }>`select badge from accounts`.execute(db);
  await db.destroy();
  expect(rows).toEqual(Array(10).fill({ badge: '' }));
});
