import { apiClient, replyOf } from '@companion/testkit/apiClient';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { countReplies, steadyLoad } from '@companion/testkit/steadyLoad';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, beforeAll, expect, test } from 'vitest';

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
let server: ServerProcess;
beforeAll(async () => {
  [place, data] = [await makeProcessPlace(), await makeMigratedPlace()];
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await place.remove();
  await data.remove();
});

const start = async () => {
  const drain = String(Math.ceil(scaled(2)));
  const own = { DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough', DRAIN_SECONDS: drain };
  server = await spawnServer(place, { ...own, ...(data.where.url ? { DATABASE_URL: data.where.url } : {}) });
  return untilReady(server);
};

test('faults: SIGTERM under load: not ready at once, served to the end of the drain, then refused; exit 0, no acknowledged write is lost (decision 015)', async () => {
  const { url, exited, kill } = await start();
  const { ask } = apiClient(url);
  const people = await Promise.all(Array.from({ length: 20 }, () => ask('createAccount', { body: attendee() })));
  const load = steadyLoad(people, () => url);
  await expect.poll(() => load.replies.length).toBeGreaterThan(20);

  kill('SIGTERM');
  const ready = async () => replyOf(await fetch(`${url}/health/ready`));
  await expect
    .poll(ready)
    .toEqual({ status: 503, body: expect.objectContaining({ message: 'The server is about to stop.' }) });
  const served = load.replies.length;
  await expect.poll(() => load.replies.length).toBeGreaterThan(served);
  expect(Object.keys(countReplies(load.replies))).toEqual(['200']);
  expect(await exited).toBe(0);
  await load.stop();

  // An idle connection may be closed at the moment it is used: the server never received that request.
  const refusals = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];
  const others = Object.keys(countReplies(load.replies)).filter((what) => !refusals.includes(what));
  expect(others).toEqual(['200']);
  expect(await load.lost((await start()).url)).toEqual([]);
});
