import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { pathOf } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { openStaffSession } from '@companion/server/identity/staff/staffSessions';
import { autocommit } from '@companion/server/platform/transact';
import { type FilledServer, openFilledServer } from '@companion/testkit/filledServer';
import { addMember } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { attendeeFile } from './load/largeFiles.ts';
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
 *      npm run bench:people -- --importing 20000
 * --importing  measures searches instead while so many of the people are imported, and for a while after that
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    people: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '60' },
    importing: { type: 'string', default: '0' },
  },
});
const MAX_P95_MS = 150;
const WARM_UP = 5;
/** A member types a letter. */
const SEARCHED_EVERY_MS = 300;
const AFTER_IMPORT_MS = 40_000;
const [people, rounds, imported] = [Number(values.people), Number(values.rounds), Number(values.importing)];

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
  const there = people - imported;
  try {
    const server = await openFilledServer(await places.make(there), { people: there });
    await sql`update accounts set confirmed_at = created_at where created_at % 2 = 0`.execute(server.services.db);
    const measure = imported > 0 ? measureImporting : measureLists;
    return await measure(engine, await signedIn(server)).finally(server.close);
  } finally {
    await places.remove();
  }
}

type Member = Awaited<ReturnType<typeof signedIn>>;

async function signedIn(server: FilledServer) {
  const { id } = await addMember(server, 'editor');
  const token = await autocommit(server.services, (db) => openStaffSession(db, id, 'bench', server.services.now()));
  const ask = async (
    name: StaffCallName,
    { params, query, body }: { params?: Record<string, string>; query?: Record<string, string>; body?: object } = {},
  ) => {
    const { method } = staffCalls[name];
    const url = `/api${pathOf(staffCalls[name], params)}?${new URLSearchParams(query)}`;
    const headers = { cookie: `__Host-staff=${token}`, origin: server.services.config.appUrl };
    const reply = await server.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`);
    return reply.json().results;
  };
  const time = async (name: 'getPeople' | 'getSafeguards' | 'getPeopleCounts', query: Record<string, string> = {}) => {
    const begin = performance.now();
    await ask(name, { query });
    return performance.now() - begin;
  };
  return { ask, time, advance: server.advance };
}

async function measureLists(engine: Engine, { time, advance }: Member): Promise<boolean> {
  const times = openTimes();
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
    advance(60_000);
    results.push(['counts', await time('getPeopleCounts')]);
    if (round >= 0) for (const [what, ms] of results) times.note(what, ms);
  }
  delays.disable();
  times.print(`${engine}, ${people} people`);
  console.log(
    `longest pause of the event loop: ${(delays.max / 1e6).toFixed(1)} ms, p99 ${(delays.percentile(99) / 1e6).toFixed(1)} ms`,
  );
  return Object.keys(LISTS).some((what) => times.p95(what) > MAX_P95_MS);
}

async function measureImporting(engine: Engine, { ask, time }: Member): Promise<boolean> {
  const times = openTimes();
  const content = gzipSync(attendeeFile(imported)).toString('base64');
  const { importId } = await ask('importPeople', { body: { content } });
  const begin = performance.now();
  let endedAt = Number.POSITIVE_INFINITY;
  for (let n = 0; performance.now() < endedAt + AFTER_IMPORT_MS; n++) {
    const when = performance.now() < endedAt ? 'meanwhile' : 'afterwards';
    times.note('floor', await time('getSafeguards'));
    times.note(`a name, ${when}`, await time('getPeople', { search: `last${n % 90}` }));
    await delay(SEARCHED_EVERY_MS);
    if (n % 5 > 0 || endedAt < Number.POSITIVE_INFINITY) continue;
    const { state, error } = await ask('getPeopleImport', { params: { importId }, query: { page: '1' } });
    if (state === 'stopped') throw new Error(error);
    if (state === 'done') endedAt = performance.now();
  }
  const { total } = await ask('getPeople', { query: {} });
  if (total !== people) throw new Error(`There are ${total} people, not ${people}.`);
  const seconds = ((endedAt - begin) / 1000).toFixed(0);
  times.print(`${engine}, ${people} people, ${imported} of them imported in ${seconds} s`);
  return times.names().some((what) => what !== 'floor' && times.p95(what) > MAX_P95_MS);
}

function openTimes() {
  const times = new Map<string, number[]>();
  const share = (what: string, of: number) => percentileOf(times.get(what) ?? [], of);
  return {
    note: (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms]),
    names: () => [...times.keys()],
    p95: (what: string) => share(what, 0.95),
    print: (title: string) => {
      console.log(`\n${title}: longest, p95, median, and the median as a multiple of the floor's`);
      for (const what of times.keys()) {
        const figures = [1, 0.95, 0.5].map((of) => `${share(what, of).toFixed(1).padStart(7)} ms`).join(' ');
        console.log(
          `${what.padEnd(36)} ${figures} ${(share(what, 0.5) / share('floor', 0.5)).toFixed(0).padStart(5)}x`,
        );
      }
    },
  };
}
