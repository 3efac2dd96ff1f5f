import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { noonZone } from '@companion/testkit/noonZone';
import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import type { Audience } from '../system/audience.ts';
import { type Measured, mergeMeasured, openLoop, percentile } from '../system/loops.ts';
import type { System } from '../system/systems.ts';
import type { PushSink } from './pushSink.ts';
import { durableVotes } from './scenarios.ts';

/** A phone and a tablet: 10,000 messages to 5,000 people. */
const DEVICES = 2;
const VOTES_A_SECOND = 50;
const MOST_SECONDS = 60;
/** Votes are measured in slices, until the last message is taken: those after it would say nothing of it. */
const SLICE_SECONDS = 3;
const SLICES_ALONE = 12;
const MOST_SLICES = (3 * MOST_SECONDS) / SLICE_SECONDS;
const SLOWER = 1.5;
const HOUR = 3_600_000;
const QUIET_MS = 300_000;

/** How long it takes until a moved session is pushed to all who saved it, and how much slower votes are meanwhile. */
export async function measurePush(
  system: System,
  audience: Audience,
  sink: PushSink,
  items: { campaignId: string; contentId: string }[],
): Promise<void> {
  const messages = await subscribeAll(system, sink);
  const contentId = items.find(({ campaignId }) => campaignId === 'agenda')?.contentId ?? '';
  await saveForAll(system, contentId);
  const votes = () => openLoop(VOTES_A_SECOND * SLICE_SECONDS, SLICE_SECONDS, durableVotes(audience, items));
  const alone: Measured[] = [];
  while (alone.length < SLICES_ALONE) alone.push(await votes());

  const earlier = { services: { db: system.db, now: () => Date.now() - QUIET_MS } };
  const start = Date.now() + 2 * HOUR;
  await scheduleSession(earlier, contentId, { starts_at: start, ends_at: start + HOUR, hidden: 0 });
  const before = await system.usage();
  const begun = Date.now();
  await moveSession(earlier, contentId, { room: 'Another hall' });
  const besides: Measured[] = [];
  let taken = await sink.taken();
  while (taken.messages < messages && besides.length < MOST_SLICES) {
    besides.push(await votes());
    taken = await sink.taken();
  }
  const cpu = (await system.usage()).cpu - before.cpu;

  const seconds = (taken.lastAt - begun) / 1000;
  const p95 = (measured: Measured[]) => percentile(mergeMeasured(measured), 0.95);
  const ratio = p95(besides) / p95(alone);
  const isRight = taken.messages === messages && taken.devices === messages;
  console.log(`  push of a moved session to ${messages} devices, during ${VOTES_A_SECOND} votes a second`);
  console.log(`      taken: ${taken.messages} of ${messages}, ${isRight ? 'each once' : 'WRONG'}`);
  const verdict = seconds <= MOST_SECONDS ? 'ok' : 'short';
  console.log(
    `      from the end of the quiet minutes to the last: ${seconds.toFixed(1)} s; at most ${MOST_SECONDS} s: ${verdict}`,
  );
  console.log(
    `      votes at p95: ${p95(alone).toFixed(1)} ms without it, the floor; ${p95(besides).toFixed(1)} ms meanwhile; ` +
      `ratio ${ratio.toFixed(2)}, at most ${SLOWER}: ${ratio <= SLOWER ? 'ok' : 'short'}`,
  );
  console.log(`      servers: ${cpu.toFixed(1)} s of CPU meanwhile`);
}

/** Gives each account two devices, and the event's clocks noon: at night nothing is pushed. */
async function subscribeAll({ db }: System, sink: PushSink): Promise<number> {
  await db.updateTable('events').set({ time_zone: noonZone() }).execute();
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const sessions = await db.selectFrom('sessions').select(['id', 'account_id']).where('ended_at', 'is', null).execute();
  const first = new Map(sessions.map(({ id, account_id }) => [account_id, id]));
  const rows = [...first].flatMap(([account_id, session_id]) =>
    Array.from({ length: DEVICES }, () => {
      const id = randomUUID();
      return { id, account_id, session_id, endpoint: `${sink.origin}/${id}`, ...keys, created_at: Date.now() };
    }),
  );
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('push_devices')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  return rows.length;
}

async function saveForAll({ db }: System, contentId: string): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('id').execute();
  const at = Date.now();
  const rows = accounts.map(({ id }) => ({
    ...{ account_id: id, content_id: contentId, saved: 1 as const, created_at: at, updated_at: at },
    standing: 'confirmed' as const,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('saved_sessions')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
