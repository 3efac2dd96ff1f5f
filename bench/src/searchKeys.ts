import { parseArgs } from 'node:util';
import { percentileOf } from './system/percentileOf.ts';
import { PHONE_NAME } from './web/emulatePhone.ts';
import { largeProgramme } from './web/largeProgramme.ts';
import { measureKeys, measureKeysOfFloor, type PressedKey, type SearchVisit } from './web/measureKeys.ts';
import { newPhone } from './web/phones.ts';
import { BUILT_APP, describeBrowser, runBench } from './web/startBench.ts';
import { sessionOf } from './web/visitors.ts';

/*
 * Measures how long a phone with a slow processor takes to show the results of each letter that is typed into the
 * search: with the demo event, and with a large one, beside what the browser itself takes for the same letters. Exits
 * with 1 if the p95 of a programme is above 50 ms.
 *
 * Run: npm run bench:search [-- --sessions 400]
 */
const { values } = parseArgs({ options: { sessions: { type: 'string', default: '400' } } });
const MAX_P95_MS = 50;

const content = largeProgramme(Number(values.sessions));
/** Words that begin many others, names, rooms, typing errors, and several words. */
const PROGRAMMES = [
  {
    name: 'the demo event',
    queries: ['set asides', 'whitecrane', 'potomac', 'proposls', 'contract', 'xyzzy'],
    content: undefined,
  },
  {
    name: `${values.sessions} sessions`,
    queries: [
      ...content.filter((_, index) => index % 97 === 0).map(({ title }) => title.slice(0, 12)),
      ...['room 12', 'barolufi', 'xyzzy'],
    ],
    content,
  },
];

await runBench(false, async ({ serve, launch }) => {
  const { url } = await serve(BUILT_APP);
  const browser = await launch();
  const session = await sessionOf('attendee', url);
  console.log(`${describeBrowser(browser)}; phone: ${PHONE_NAME}, without its network`);
  for (const { name, queries, content } of PROGRAMMES) {
    const floor = msOf(await measureKeysOfFloor(newPhone(browser), url, queries));
    const visit = await measureKeys(newPhone(browser, session), url, queries, content);
    if (report(name, visit, floor) > MAX_P95_MS) process.exitCode = 1;
  }
});

function msOf(keys: readonly PressedKey[]): number[] {
  return keys.map(({ ms }) => ms);
}

/**
 * @param floor the same letters in a page that searches nothing, in milliseconds
 * @returns the p95 of what the screen shows
 */
function report(name: string, { readyMs, keys }: SearchVisit, floor: readonly number[]): number {
  const seen = msOf(keys);
  const all = keys.map(({ allMs }) => allMs);
  const ofFloor = (share: number) => {
    const [ms, floorMs] = [percentileOf(seen, share), percentileOf(floor, share)];
    return `${ms.toFixed(0)} ms (floor ${floorMs.toFixed(0)}: ${(ms / floorMs).toFixed(1)}x)`;
  };
  const slowest = Math.max(...seen);
  const typed = keys.find(({ ms }) => ms === slowest)?.typed;
  const figures = [
    `${name}: first result ${readyMs.toFixed(0)} ms after the tap; ${keys.length} keys`,
    `on the screen: median ${ofFloor(0.5)}, p95 ${ofFloor(0.95)}, slowest ${slowest.toFixed(0)} ms (“${typed}”)`,
    `with what is below it: p95 ${percentileOf(all, 0.95).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`,
  ];
  console.log(figures.join('; '));
  return percentileOf(seen, 0.95);
}
