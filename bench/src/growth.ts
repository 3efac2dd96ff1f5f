import { parseArgs } from 'node:util';
import { type FilledServer, openFilledServer } from '@companion/testkit/filledServer';
import { measurePass, STEPS, type Step } from './growth/growthPass.ts';
import { measureEngines } from './system/measureEngines.ts';
import { openFilledPlaces } from './system/openFilledPlaces.ts';
import { percentileOf } from './system/percentileOf.ts';
import type { Engine } from './system/systems.ts';

/*
 * Measures how the cost of a call grows with the number of accounts: the server in this process, one request at a time,
 * alternating between the databases, so that other load on the machine affects them equally. Each figure is a median,
 * and the lowest of several runs. Exits with 1 if an attendee's call costs more than 1.5 times what it costs with the
 * fewest accounts.
 *
 * Run: npm run bench:growth [-- --engine sqlite|postgres] [--accounts 1000,10000,100000,1000000] [--runs 15] [--passes 20]
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    accounts: { type: 'string', default: '1000,10000,100000,1000000' },
    runs: { type: 'string', default: '15' },
    passes: { type: 'string', default: '20' },
  },
});
const MAX_GROWTH = 1.5;
const WARM_UP = 40;
const sizes = values.accounts.split(',').map(Number);
const [runs, passes] = [Number(values.runs), Number(values.passes)];
// Each account signs in once: a second sign-in within a minute sends nothing.
if (WARM_UP + runs * passes > Math.min(...sizes))
  throw new Error('There are more passes than accounts: use fewer --runs or --passes.');

await measureEngines(values.engine, measureOn);

/** @returns whether a call of an attendee grows too much */
async function measureOn(engine: Engine): Promise<boolean> {
  const places = await openFilledPlaces(engine);
  const servers: { people: number; server: FilledServer }[] = [];
  try {
    for (const people of sizes) {
      const begin = performance.now();
      servers.push({ people, server: await openFilledServer(await places.make(people), { people }) });
      console.error(`${engine}: ${people} accounts filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    }
    const lowest = servers.map(() => new Map<Step, number>());
    let pass = 0;
    const alternate = async (count: number) => {
      const measured = servers.map(() => new Map<Step, number[]>());
      for (const last = pass + count; pass < last; pass++) {
        for (const [index, { server, people }] of servers.entries()) {
          await measurePass(server, personOf(pass, people), (step, ms) => {
            measured[index]?.set(step, [...(measured[index].get(step) ?? []), ms]);
          });
        }
      }
      return measured;
    };
    await alternate(WARM_UP);
    for (let run = 0; run < runs; run++) {
      for (const [index, ofServer] of (await alternate(passes)).entries()) {
        for (const [step, all] of ofServer) {
          const before = lowest[index]?.get(step) ?? Number.POSITIVE_INFINITY;
          lowest[index]?.set(step, Math.min(before, percentileOf(all, 0.5)));
        }
      }
    }
    return printTable(engine, lowest);
  } finally {
    for (const { server } of servers) await server.close();
    await places.remove();
  }
}

/** Another person in each pass, spread over the whole table. */
function personOf(pass: number, people: number): number {
  return Math.floor((pass * people) / (WARM_UP + runs * passes));
}

function printTable(engine: Engine, lowest: Map<Step, number>[]): boolean {
  let tooMuch = false;
  const rows = STEPS.map(({ step, isAttendees }) => {
    const [smallest = Number.NaN, ...others] = lowest.map((ofServer) => ofServer.get(step) ?? Number.NaN);
    const ratios = others.map((ms) => ms / smallest);
    const grows = isAttendees && ratios.some((ratio) => !(ratio <= MAX_GROWTH));
    tooMuch ||= grows;
    return [
      step,
      `${smallest.toFixed(2)} ms`,
      ...ratios.map((ratio) => `x ${ratio.toFixed(2)}`),
      grows ? 'too much' : '',
    ];
  });
  const head = [engine, ...sizes.map((people) => `${people.toLocaleString('en')} accounts`), ''];
  for (const [first = '', ...rest] of [head, ...rows]) {
    console.log(`${first.padEnd(24)}${rest.map((cell) => cell.padStart(20)).join('')}`.trimEnd());
  }
  return tooMuch;
}
