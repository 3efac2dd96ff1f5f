import { setTimeout as delay } from 'node:timers/promises';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { addMember, type StaffBrowser, signInAgain } from '@companion/testkit/staffBrowser';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys } from '../platform/deriveKeys.ts';
import { type OpenDatabase, openDatabaseForCommand } from '../platform/openDatabase.ts';
import { readConfig } from '../platform/readConfig.ts';

const SECRET = 'a secret of this test, long enough';
/** When a node is killed, in milliseconds after the time of the plan: it looks every second. */
const KILLED_AFTER = [0, 400, 800, 1200];

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
let opened: OpenDatabase;
let server: ServerProcess;
let memberId: string | undefined;
beforeEach(async () => {
  memberId = undefined;
  [place, data] = [await makeProcessPlace(), await makeMigratedPlace()];
  opened = await openDatabaseForCommand(data.where);
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await opened.close();
  await Promise.all([place.remove(), data.remove()]);
});

const settings = () => ({
  ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: SECRET, LOG_LEVEL: 'silent' },
  ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
});
/** Starts the server. @returns the browser of an owner */
async function start(): Promise<StaffBrowser> {
  server = await untilReady(await spawnServer(place, settings()));
  const services = { config: readConfig(settings()), db: opened.db, keys: deriveKeys(SECRET), now: Date.now };
  memberId ??= (await addMember({ services }, 'owner')).id;
  const { appUrl: origin } = readConfig({ ...settings(), PORT: new URL(server.url).port });
  return signInAgain({ services, url: server.url, origin }, memberId);
}
async function plan(owner: StaffBrowser, to: string): Promise<number> {
  const { programme } = (await owner.ask('getProgramme')).results;
  const edits = [{ op: 'set', list: 'event', id: null, field: 'tagline', from: programme.event.tagline ?? null, to }];
  const { version } = (await owner.ask('editProgramme', { body: { edits } })).results;
  const at = Date.now() + 1500;
  await owner.ask('publishProgramme', { body: { version, at: new Date(at).toISOString() } });
  return at;
}
const revisions = () =>
  opened.db.selectFrom('revisions').select(['revision', 'origin', 'published_by']).orderBy('revision').execute();
const entries = async () =>
  (await opened.db.selectFrom('audit_log').select('id').where('trace_id', 'is', null).execute()).length;
/** Waits for the publication, and until a second one would have followed. */
async function untilPublished(owner: StaffBrowser): Promise<void> {
  const draft = async () => (await owner.ask('getProgramme')).results.draft;
  await expect.poll(draft, { timeout: 20_000 }).toMatchObject({ publishAt: null, changes: 0, publishFailedAt: null });
  await delay(1500);
}

test('planned: a node that is killed while it publishes leaves nothing half-published, and after its restart it is published once', async () => {
  let owner = await start();
  const before = await revisions();
  const at = await plan(owner, 'Held up');
  // The publication begins, and comes no further than to its revision.
  const held = Promise.withResolvers<void>();
  const holding = opened.db.transaction().execute(async (trx) => {
    if (data.where.url) await sql`lock table revisions in share row exclusive mode`.execute(trx);
    else await trx.updateTable('events').set({ tagline: '' }).where('id', '=', 'none').execute();
    await held.promise;
  });
  await delay(at + 2500 - Date.now());
  server.kill('SIGKILL');
  await server.exited;
  held.resolve();
  await holding;
  expect(await revisions()).toEqual(before);

  owner = await start();
  await untilPublished(owner);

  const number = (before.at(-1)?.revision ?? 0) + 1;
  expect((await revisions()).slice(before.length)).toEqual([
    { revision: number, origin: 'planned', published_by: memberId },
  ]);
  expect(await entries()).toBe(1);
});

test('planned: killed at any moment about its time, each plan is carried out once', async () => {
  let owner = await start();
  const before = await revisions();
  for (const [round, after] of KILLED_AFTER.entries()) {
    const at = await plan(owner, `Round ${round}`);
    await delay(at + after - Date.now());
    server.kill('SIGKILL');
    await server.exited;
    owner = await start();
    await untilPublished(owner);
    const all = await revisions();
    const first = before[0]?.revision ?? 0;
    expect(all.map(({ revision }) => revision)).toEqual(all.map((_, index) => first + index));
    expect(all).toHaveLength(before.length + round + 1);
    expect(await entries()).toBe(round + 1);
  }
});
