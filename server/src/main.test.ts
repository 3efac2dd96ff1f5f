import { apiClient } from '@companion/testkit/apiClient';
import { makeProcessTest, type ProcessTest } from '@companion/testkit/processTest';
import { untilReady } from '@companion/testkit/serverProcess';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let t: ProcessTest;
beforeAll(async () => {
  t = await makeProcessTest();
});
afterAll(() => t.place.remove());

let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
beforeEach(async () => {
  data = await makeMigratedPlace();
});
afterEach(async () => {
  await t.endAll();
  await data.remove();
});

/** The database of the engine that this run is for. */
const settings = () => ({
  DATA_DIR: data.where.folder,
  ...(data.where.url ? { DATABASE_URL: data.where.url, TOKEN_SECRET: 'a secret of these tests, long enough' } : {}),
});
const start = () => t.start(settings());

const register = (url: string) => apiClient(url).ask('createAccount', { body: attendee() });
const statusWith = async (url: string, { access_token: token }: { access_token: string }) =>
  (await apiClient(url).send('getContent', { token })).status;

test('start: it prints the addresses of the app, its messages and its API (decision 033)', async () => {
  const server = await untilReady(await start());

  const port = new URL(server.url).port;
  const engine = data.where.url ? 'PostgreSQL' : `SQLite in ${data.where.folder}`;
  // It is ready a moment before it has printed them.
  await expect.poll(server.output).toContain('Data: ');
  expect(server.output().trim().split('\n')).toEqual([
    `The companion is at http://localhost:${port}`,
    `Its messages (codes, links): http://localhost:${port}/outbox`,
    `Its console, for the organizer's staff: http://localhost:${port}/console`,
    expect.stringMatching(
      /^Become its first owner \(works once, within 48 hours\): http:\/\/localhost:\d+\/console\/\S+$/,
    ),
    `Its API: http://localhost:${port}/api/docs`,
    `Event: ${t.place.eventPack}`,
    `Data: ${engine}`,
  ]);
});

test('SIGTERM: requests in progress are answered, no new ones are accepted, and it exits with 0 (decision 033)', async () => {
  const server = await untilReady(await start());
  const requests = Array.from({ length: 30 }, () => register(server.url));
  await Promise.race(requests);

  server.kill('SIGTERM');
  const results = await Promise.allSettled(requests);
  expect(await server.exited).toBe(0);
  await expect(fetch(server.url)).rejects.toThrow();

  const again = await untilReady(await start());
  const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const session of acknowledged) expect(await statusWith(again.url, session)).toBe(200);
});
