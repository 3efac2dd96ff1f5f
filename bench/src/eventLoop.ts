import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { deriveKeys } from '@companion/server/platform/deriveKeys';
import { openDatabaseForCommand } from '@companion/server/platform/openDatabase';
import { readConfig } from '@companion/server/platform/readConfig';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { makeProcessPlace, type ServerProcess, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { addMember, type StaffBrowser, signInAgain } from '@companion/testkit/staffBrowser';
import { attendeeFile, pictureOf, scheduleFile } from './load/largeFiles.ts';
import { measureEngines } from './system/measureEngines.ts';
import { openFilledPlaces } from './system/openFilledPlaces.ts';
import type { Engine } from './system/systems.ts';

/*
 * Measures how long a node's event loop is held by the largest imports and uploads of the staff, which no attendee may
 * notice. The floor is what a node holds it that reads its draft now and then. Exits with 1 above 50 ms of the node's own
 * work; the time on the clock beside it counts other programs of the machine too.
 *
 * Run: npm run bench:loop [-- --engine sqlite|postgres] [--only picture]
 */
const { values } = parseArgs({ options: { engine: { type: 'string' }, only: { type: 'string', default: '' } } });
const MAX_HELD_MS = 50;
const IMPORTED = 50_000;
const MEGABYTE = 1024 * 1024;
const SECRET = 'a secret of the benchmark, long enough';
const IMPORT = { zone: 'America/New_York', skipBad: true };

await measureEngines(values.engine, measureOn);

/** @returns whether something holds the loop too long */
async function measureOn(engine: Engine): Promise<boolean> {
  const [places, program] = [await openFilledPlaces(engine), await makeProcessPlace()];
  try {
    const where = await places.make(0);
    const env = {
      ...{ DATA_DIR: where.folder, TOKEN_SECRET: SECRET, EVENT_PACK: 'none' },
      ...{ NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/system/watchLoop.ts`)}` },
      ...(where.url ? { DATABASE_URL: where.url } : {}),
    };
    const server = await untilReady(await spawnServer(program, env));
    const { db, close } = await openDatabaseForCommand(where);
    try {
      const config = readConfig({ ...env, PORT: new URL(server.url).port });
      const services = { config, db, keys: deriveKeys(SECRET), now: Date.now };
      const { id } = await addMember({ services }, 'owner');
      const member = await signInAgain({ services, url: server.url, origin: config.appUrl }, id);
      return await measureAll(engine, server, member);
    } finally {
      server.kill('SIGTERM');
      await server.exited;
      await close();
    }
  } finally {
    await Promise.all([places.remove(), program.remove()]);
  }
}

async function measureAll(engine: Engine, server: ServerProcess, member: StaffBrowser): Promise<boolean> {
  const schedule = (megabytes: number) => ({
    source: { kind: 'files', files: [{ name: 'schedule.json', content: scheduleFile(megabytes * MEGABYTE) }] },
    ...IMPORT,
  });
  const attendees = { content: gzipSync(attendeeFile(IMPORTED)).toString('base64') };
  const photo = await drawPhoto(4000, 3000);
  const works: Record<string, () => Promise<unknown>> = {
    floor: () => readNowAndThen(member),
    'schedule of 10 MB, looked at': () => answerOf(member, 'importProgramme', { ...schedule(10), dryRun: true }),
    'schedule of 3 MB, imported': () => importSchedule(member, schedule(3)),
    'attendees: 50,000 rows, looked at': () => importPeople(member, 'checkPeopleImport', attendees),
    'attendees: 50,000 rows, imported': () => importPeople(member, 'importPeople', attendees),
    'photo of 5 MB': () => answerOf(member, 'uploadPicture', pictureOf(photo.subarray(0, 5 * MEGABYTE - 1))),
    'drawing of 5 MB': () => answerOf(member, 'uploadPicture', pictureOf(drawing(5 * MEGABYTE))),
    'picture of 20 MB, which is refused': () =>
      answerOf(member, 'uploadPicture', pictureOf(Buffer.alloc(20 * MEGABYTE, 1))),
  };
  // What is compiled and read once is no part of it.
  await readNowAndThen(member);
  console.log(`\n${engine}: the event loop was held at most, by the node's own work and on the clock`);
  let isTooLong = false;
  for (const [what, work] of Object.entries(works)) {
    if (what !== 'floor' && !what.includes(values.only)) continue;
    await heldBy(server);
    const said = await work();
    const { processorMs, ms } = await heldBy(server);
    isTooLong ||= what !== 'floor' && processorMs > MAX_HELD_MS;
    const figures = [processorMs, ms].map((each) => `${each.toFixed(1).padStart(7)} ms`).join(' ');
    console.log(`${what.padEnd(38)} ${figures}  ${said ?? ''}`);
  }
  return isTooLong;
}

/** What the node printed of its loop since the last time. */
async function heldBy(server: ServerProcess): Promise<{ ms: number; processorMs: number }> {
  const before = server.output().length;
  server.kill('SIGUSR2');
  for (;;) {
    await delay(20);
    const line = /^\{"held":.*\}$/m.exec(server.output().slice(before))?.[0];
    if (line) return JSON.parse(line).held;
  }
}

async function readNowAndThen(member: StaffBrowser): Promise<void> {
  for (let number = 0; number < 40; number++) {
    await member.ask('getProgramme');
    await delay(50);
  }
}

async function answerOf(member: StaffBrowser, name: StaffCallName, body: object): Promise<string> {
  const { status, body: answer } = await member.send(name, { body });
  return `${status} ${JSON.stringify(answer).slice(0, 60)}`;
}

async function importSchedule(member: StaffBrowser, body: object): Promise<string> {
  const { digest } = (await member.ask('importProgramme', { body: { ...body, dryRun: true } })).results;
  return answerOf(member, 'importProgramme', { ...body, dryRun: false, digest });
}

/** Imports, then reads the report page by page as a member does. */
async function importPeople(
  member: StaffBrowser,
  name: 'checkPeopleImport' | 'importPeople',
  body: object,
): Promise<string> {
  const { importId } = (await member.ask(name, { body })).results;
  const read = (page: number) => member.ask('getPeopleImport', { params: { importId }, query: { page: String(page) } });
  for (;;) {
    const { state, counts, error } = (await read(1)).results;
    if (state === 'running') await delay(500);
    else {
      for (let page = 2; page < 10; page++) await read(page);
      const rows = counts.find(({ filter }) => filter === 'new')?.rows;
      if (rows !== IMPORTED) throw new Error(`${name}: only ${rows} are new ${error}`);
      return `${state}: ${rows}`;
    }
  }
}

function drawing(bytes: number): Buffer {
  const start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="';
  return Buffer.from(`${start}${'M0 0h9v9z'.repeat(Math.floor((bytes - 100) / 9))}"/></svg>`);
}
