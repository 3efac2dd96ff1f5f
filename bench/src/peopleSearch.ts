import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { pathOf } from '@companion/contract/defineCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import { openStaffSession } from '@companion/server/identity/staff/staffSessions';
import { autocommit } from '@companion/server/platform/transact';
import { type FilledServer, openFilledServer } from '@companion/testkit/filledServer';
import { addMember } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { measureEngines } from './system/measureEngines.ts';
import { openFilledPlaces } from './system/openFilledPlaces.ts';
import { percentileOf } from './system/percentileOf.ts';
import type { Engine } from './system/systems.ts';

/*
 * Measures how long a member waits for a list of people among many: the server in this process, one request at a time.
 * The floor is a call of the staff that reads one row, made in turn with the others. Exits with 1 if the p95 of a list is
 * above 150 ms.
 *
 * Run: npm run bench:people [-- --engine sqlite|postgres] [--people 50000] [--rounds 60]
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    people: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '60' },
  },
});
const MAX_P95_MS = 150;
const WARM_UP = 5;
const [people, rounds] = [Number(values.people), Number(values.rounds)];

const LISTS: Record<string, (n: number) => Record<string, string>> = {
  'first page': () => ({}),
  'page 20': () => ({ page: '20' }),
  'a name': (n) => ({ search: `person ${n}` }),
  'a mail': (n) => ({ search: `person.${n}@exam` }),
  'a phone': (n) => ({ search: `(202) 2${String(n % 100).padStart(2, '0')}-` }),
  'an organization, of all': () => ({ search: 'cedar' }),
  'two words with accents, of no one': () => ({ search: 'Zoë Ångström' }),
  'the state of all': () => ({ state: 'registered' }),
  'a state of half': () => ({ state: 'confirmed' }),
  'failed messages': () => ({ state: 'messageFailed' }),
  'a type and a name': (n) => ({ organizationType: 'WOSB', search: String(n) }),
};

await measureEngines(values.engine, measureOn);

/** @returns whether a list takes too long */
async function measureOn(engine: Engine): Promise<boolean> {
  const places = await openFilledPlaces(engine);
  try {
    const server = await openFilledServer(await places.make(people), { people });
    await sql`update accounts set confirmed_at = created_at where created_at % 2 = 0`.execute(server.services.db);
    return await measureLists(engine, server).finally(server.close);
  } finally {
    await places.remove();
  }
}

async function measureLists(engine: Engine, server: FilledServer): Promise<boolean> {
  const { id } = await addMember(server, 'editor');
  const token = await autocommit(server.services, (db) => openStaffSession(db, id, 'bench', server.services.now()));
  const time = async (name: 'getPeople' | 'getSafeguards' | 'getPeopleCounts', query: Record<string, string> = {}) => {
    const begin = performance.now();
    const url = `/api${pathOf(staffCalls[name])}?${new URLSearchParams(query)}`;
    const { statusCode, body } = await server.app.inject({ url, headers: { cookie: `__Host-staff=${token}` } });
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`);
    return performance.now() - begin;
  };
  const times = new Map<string, number[]>();
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms]);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0) delays.enable();
    const results: [string, number][] = [['floor', await time('getSafeguards')]];
    for (const [what, queryOf] of Object.entries(LISTS)) {
      results.push([
        what,
        await time('getPeople', queryOf(Math.floor(((round + WARM_UP) * people) / (rounds + WARM_UP)))),
      ]);
    }
    server.advance(60_000);
    results.push(['counts', await time('getPeopleCounts')]);
    if (round >= 0) for (const [what, ms] of results) note(what, ms);
  }
  delays.disable();
  console.log(`\n${engine}, ${people} people: p95, median, and the median as a multiple of the floor's`);
  const floor = percentileOf(times.get('floor') ?? [], 0.5);
  for (const [what, all] of times) {
    const [p95, median] = [percentileOf(all, 0.95), percentileOf(all, 0.5)];
    console.log(
      `${what.padEnd(36)} ${p95.toFixed(1).padStart(7)} ms ${median.toFixed(1).padStart(7)} ms ${(median / floor).toFixed(0).padStart(5)}x`,
    );
  }
  console.log(
    `longest pause of the event loop: ${(delays.max / 1e6).toFixed(1)} ms, p99 ${(delays.percentile(99) / 1e6).toFixed(1)} ms`,
  );
  return Object.keys(LISTS).some((what) => percentileOf(times.get(what) ?? [], 0.95) > MAX_P95_MS);
}
