import { type EventbritePeer, startEventbritePeer } from '@companion/testkit/eventbritePeer';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/db/schema.ts';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';

let peer: EventbritePeer;
let program: ProcessPlace;
let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
const running: ServerProcess[] = [];
beforeAll(async () => {
  peer = await startEventbritePeer();
  program = await makeProcessPlace();
  data = await makeMigratedPlace();
});
afterAll(async () => {
  for (const server of running) server.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await program.remove();
  await data.remove();
  await peer.stop();
});

async function start(): Promise<ServerProcess> {
  const server = await spawnServer(program, {
    ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough', LOG_LEVEL: 'trace' },
    ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
    ...peer.settings,
  });
  running.push(server);
  return untilReady(server);
}

async function withDatabase<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabaseForCommand(data.where);
  return work(db).finally(close);
}
const statuses = () =>
  withDatabase(async (db) => (await db.selectFrom('tickets').select('status').execute()).map(({ status }) => status));

test('eventbrite webhook: after kill -9 an acknowledged fetch is made at the restart, and the log has no secret or address', async () => {
  const path = `events/${peer.settings.EVENTBRITE_EVENT_ID}/attendees/1`;
  peer.put({ id: '1', profile: { first_name: 'Ada', last_name: 'B', email: 'private@example.com', cell_phone: '12' } });
  const first = await start();
  // In progress when the process dies, so the answer is lost.
  peer.answer('hang');
  expect((await peer.notify(first.url, { path })).status).toBe(200);
  await expect.poll(() => peer.asked).toHaveLength(1);
  first.kill('SIGKILL');
  await first.exited;
  expect(await statuses()).toEqual([]);
  // The lease of the dead process expires after a minute.
  const overdue = await withDatabase((db) =>
    db.updateTable('ticket_fetches').set({ leased_until: 0 }).where('leased_until', '>', 0).returning('path').execute(),
  );
  expect(overdue).toEqual([{ path }]);

  peer.answer('data');
  const second = await start();
  expect((await peer.notify(second.url, { path: 'orders/404' })).status).toBe(200);
  await expect.poll(statuses, { interval: 500 }).toEqual(['valid']);
  await fetch(`${second.url}/api/webhooks/eventbrite/${peer.settings.EVENTBRITE_WEBHOOK_SECRET}`, { method: 'GET' });
  second.kill('SIGTERM');
  await second.exited;

  const log = first.output() + second.output();
  expect(log).toContain('attendees: check this attendee');
  const { EVENTBRITE_TOKEN: token, EVENTBRITE_WEBHOOK_SECRET: secret } = peer.settings;
  expect([token, secret, 'private@example.com'].filter((secretText) => log.includes(secretText))).toEqual([]);
});
