import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { STORAGE } from '@companion/contract/constants';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { alignClocks } from './alignClocks.ts';
import { exportText, newNumber } from './attendeeTest.ts';
import { DEMO } from './demoTomorrow.ts';
import { ensureChromium } from './ensureChromium.ts';
import { fillConsole } from './fillConsole.ts';
import { ROOT } from './runCommand.ts';
import { signInToConsole } from './signInToConsole.ts';
import { type StaffBrowser, signInAgain } from './staffBrowser.ts';
import { startTestServer } from './testServer.ts';
import { untilQuiet, watchTraffic } from './untilQuiet.ts';

/*
 * `npm run screenshots`: takes the pictures of README.md and of docs/console.md from the demo event, always at the same
 * time.
 */
const FOLDER = path.join(ROOT, 'docs/pictures');
const MORNING = '2027-06-09T14:35:00.000Z';
const SCREENS = { home: '/dashboard', agenda: '/agenda', poll: '/polls/stage-polls-day-1/first-call' };
const TICKETS = 12;
const LAPTOP = { width: 1280, height: 800 };
const CONSOLE_SCREENS = {
  overview: '/console',
  polls: '/console/polls',
  results: '/console/polls/stage-polls-day-1/first-call',
  run: '/console/run',
  questions: '/console/questions',
  programme: '/console/programme',
  session: '/console/programme/sessions/keynote-day-1',
  publish: '/console/programme/publish',
  people: '/console/people',
  announcements: '/console/announcements',
  members: '/console/members',
  account: '/console/account',
  stage: '/console/stage',
};
/** A text that a screen has once its content is there, where that comes by a stream: the network is quiet before. */
const STREAMED: Record<string, string> = { stage: 'answered' };

const server = await startTestServer({ EVENT_PACK: DEMO }, { hostname: 'localhost' });
// The demo event begins on the day on which it is loaded.
server.clock.set(MORNING);
await server.restart();
const session = await server.register({ firstName: 'Ada', lastName: 'Redcedar' });
const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] });
const page = await openPage({ width: 390, height: 844 });
await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
  STORAGE.token,
  JSON.stringify(session),
] as const);
await mkdir(FOLDER, { recursive: true });
for (const [name, address] of Object.entries(SCREENS)) {
  await show(page, address);
  if (name === 'poll') await page.getByText('A possible teaming partner').click();
  await store(`${name}.png`, await page.screenshot());
}

const laptop = await openPage(LAPTOP);
const owner = await signInToConsole(laptop, server, 'owner', { name: 'Ada Redcedar', email: 'ada@confluence.example' });
await asOwner((member) => fillConsole(server, member));
// After it: with a passkey, inviting asks for it.
const key = { id: 'laptop', name: 'Laptop', public_key: '', counter: 0, transports: '[]', last_used_at: null };
await server.services.db
  .insertInto('staff_passkeys')
  .values({ ...key, staff_id: owner.id, created_at: server.clock.now() })
  .execute();
/** What a screen needs besides, made just before it: the pictures of the others do not show it. */
const PREPARED: Record<string, () => Promise<unknown>> = {
  publish: () =>
    asOwner(async (member) => {
      const { agenda } = (await member.ask('getProgramme')).results.programme;
      const session = agenda.find(({ id }) => id === 'keynote-day-1');
      const place = { op: 'set', list: 'agenda', id: 'keynote-day-1' };
      const edits = Object.entries({ start: '08:30', room: 'Rotunda' }).map(([field, to]) => ({
        ...place,
        field,
        from: session?.[field] ?? null,
        to,
      }));
      await member.ask('editProgramme', { body: { edits } });
    }),
  people: () =>
    asOwner(async (member) => {
      const rows = Array.from({ length: TICKETS }, () => ({ 'Attendee #': newNumber() }));
      const content = gzipSync(exportText(rows)).toString('base64');
      const { importId } = (await member.ask('importPeople', { body: { content } })).results;
      const isUnderWay = async () =>
        (await member.ask('getPeopleImport', { params: { importId } })).results.state === 'running';
      while (await isUnderWay()) await pause(100);
    }),
};
for (const [name, address] of Object.entries(CONSOLE_SCREENS)) {
  await PREPARED[name]?.();
  await show(laptop, address, STREAMED[name]);
  // Text stays sharp at a fifth of the bytes.
  await store(
    `console-${name}.webp`,
    await sharp(await laptop.screenshot())
      .webp({ quality: 80 })
      .toBuffer(),
  );
}
await browser.close();
await server.stop();

/** In a session of its own, which no picture shows. */
async function asOwner(work: (member: StaffBrowser) => Promise<unknown>): Promise<void> {
  await work(await signInAgain(server, owner.id));
  await server.services.db.deleteFrom('staff_sessions').where('user_agent', '=', 'test').execute();
}

async function openPage(viewport: { width: number; height: number }): Promise<Page> {
  const opened = await browser.newPage({ viewport, reducedMotion: 'reduce', baseURL: server.url });
  watchTraffic(opened);
  await alignClocks(opened);
  await opened.clock.setFixedTime(MORNING);
  return opened;
}

async function show(shown: Page, address: string, text?: string): Promise<void> {
  await shown.goto(address);
  await untilQuiet(shown);
  if (text) await shown.getByText(text).first().waitFor();
  await shown.evaluate('document.fonts.ready.then(() => undefined)');
}

async function store(name: string, picture: Buffer): Promise<void> {
  await writeFile(path.join(FOLDER, name), picture);
  console.log(`docs/pictures/${name}: ${picture.length} bytes`);
}
