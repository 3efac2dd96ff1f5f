import { setTimeout as delay } from 'node:timers/promises';
import { type KillableServer, makeKillableServer } from '@companion/testkit/killableServer';
import type { StaffBrowser } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** When a node is killed, in milliseconds after the time of the plan: it looks every second. */
const KILLED_AFTER = [0, 400, 800, 1200];

let server: KillableServer;
beforeEach(async () => {
  server = await makeKillableServer('owner');
});
afterEach(() => server.remove());

async function plan(owner: StaffBrowser, to: string): Promise<number> {
  const { programme } = (await owner.ask('getProgramme')).results;
  const edits = [{ op: 'set', list: 'event', id: null, field: 'tagline', from: programme.event.tagline ?? null, to }];
  const { version } = (await owner.ask('editProgramme', { body: { edits } })).results;
  const at = Date.now() + 1500;
  await owner.ask('publishProgramme', { body: { version, at: new Date(at).toISOString() } });
  return at;
}
const revisions = () =>
  server.db.selectFrom('revisions').select(['revision', 'origin', 'published_by']).orderBy('revision').execute();
const entries = async () =>
  (await server.db.selectFrom('audit_log').select('id').where('trace_id', 'is', null).execute()).length;
/** Waits for the publication, and until a second one would have followed. */
async function untilPublished(owner: StaffBrowser): Promise<void> {
  const draft = async () => (await owner.ask('getProgramme')).results.draft;
  await expect.poll(draft, { timeout: 20_000 }).toMatchObject({ publishAt: null, changes: 0, publishFailedAt: null });
  await delay(1500);
}

test('planned: a node that is killed while it publishes leaves nothing half-published, and after its restart it is published once', async () => {
  let owner = await server.start();
  const before = await revisions();
  const at = await plan(owner, 'Held up');
  // The publication begins, and comes no further than to its revision.
  const held = Promise.withResolvers<void>();
  const holding = server.db.transaction().execute(async (trx) => {
    if (server.where.url) await sql`lock table revisions in share row exclusive mode`.execute(trx);
    else await trx.updateTable('events').set({ tagline: '' }).where('id', '=', 'none').execute();
    await held.promise;
  });
  await delay(at + 2500 - Date.now());
  await server.kill();
  held.resolve();
  await holding;
  expect(await revisions()).toEqual(before);

  owner = await server.start();
  await untilPublished(owner);

  const number = (before.at(-1)?.revision ?? 0) + 1;
  expect((await revisions()).slice(before.length)).toEqual([
    { revision: number, origin: 'planned', published_by: server.memberId },
  ]);
  expect(await entries()).toBe(1);
});

test('planned: killed at any moment about its time, each plan is carried out once', async () => {
  let owner = await server.start();
  const before = await revisions();
  for (const [round, after] of KILLED_AFTER.entries()) {
    const at = await plan(owner, `Round ${round}`);
    await delay(at + after - Date.now());
    await server.kill();
    owner = await server.start();
    await untilPublished(owner);
    const all = await revisions();
    const first = before[0]?.revision ?? 0;
    expect(all.map(({ revision }) => revision)).toEqual(all.map((_, index) => first + index));
    expect(all).toHaveLength(before.length + round + 1);
    expect(await entries()).toBe(round + 1);
  }
});
