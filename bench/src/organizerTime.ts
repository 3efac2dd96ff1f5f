import { describeMachine } from '@companion/testkit/describeMachine';
import { findChromium } from '@companion/testkit/ensureChromium';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { startTestServer, type TestServer } from '@companion/testkit/testServer';
import { chromium } from '@playwright/test';
import { durationOf, Person } from './organizer/person.ts';
import {
  addLogos,
  addPolls,
  addSessions,
  addSpeakers,
  addSponsors,
  fillInEvent,
  importRows,
  publish,
} from './organizer/setUp.ts';

/*
 * How long an organizer takes from an empty console to a published event of 20 sessions, 10 speakers, 5 sponsors and 3
 * polls: by hand, and from one CSV file. What is typed and pressed is done in a browser, at 200 ms a key and 1.5 s before
 * each press; the waiting for the console is measured. Exits with 1 above 20 and 5 minutes.
 *
 * Run: npm run bench:organizer
 */
const WAYS = [
  {
    name: 'by hand',
    maxMinutes: 20,
    run: [fillInEvent, addSpeakers, addSponsors, addSessions, addPolls, publish],
  },
  { name: 'from one CSV', maxMinutes: 5, run: [fillInEvent, importRows, addLogos, publish] },
];

console.log(`Machine: ${describeMachine()}`);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
for (const { name, maxMinutes, run } of WAYS) {
  const server = await startTestServer({ EVENT_PACK: 'none' }, { hostname: 'localhost' });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
  try {
    await signInToConsole(page, server, 'owner');
    await page.goto('/console/programme');
    const person = new Person(page);
    for (const step of run) await step(person);
    await checkPublished(server);
    if (report(name, person) > maxMinutes) process.exitCode = 1;
  } finally {
    await page.close();
    await server.stop();
  }
}
await browser.close();

/** @throws Error if attendees do not see all of it */
async function checkPublished({ services: { db } }: TestServer): Promise<void> {
  const content = await db.selectFrom('content').select(['type', 'category']).where('hidden', '=', 0).execute();
  const speakers = content.filter(({ type }) => type === 'Speaker').length;
  const sponsors = content.filter(({ category }) => category === 'Sponsor').length;
  const polls = (await db.selectFrom('questions').select('id').where('hidden', '=', 0).execute()).length;
  const published = [content.length - speakers - sponsors, speakers, sponsors, polls].join(', ');
  if (published !== '20, 10, 5, 3') throw new Error(`Sessions, speakers, sponsors and polls are ${published}.`);
}

/** @returns the minutes */
function report(name: string, { steps }: Person): number {
  const total = (count: 'keys' | 'presses' | 'waitedMs') => steps.reduce((sum, step) => sum + step[count], 0);
  const sum = { name: 'together', keys: total('keys'), presses: total('presses'), waitedMs: total('waitedMs') };
  console.log(`\n${name}\n\n| step | keys | presses | waiting | minutes |\n|---|---|---|---|---|`);
  for (const step of [...steps, sum]) {
    const minutes = (durationOf(step) / 60_000).toFixed(1);
    console.log(
      `| ${step.name} | ${step.keys} | ${step.presses} | ${(step.waitedMs / 1000).toFixed(1)} s | ${minutes} |`,
    );
  }
  return durationOf(sum) / 60_000;
}
