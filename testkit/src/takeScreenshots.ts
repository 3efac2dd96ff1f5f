import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { STORAGE } from '@companion/contract/constants';
import { chromium } from '@playwright/test';
import { DEMO } from './demoTomorrow.ts';
import { ensureChromium } from './ensureChromium.ts';
import { ROOT } from './runCommand.ts';
import { startTestServer } from './testServer.ts';
import { untilQuiet, watchTraffic } from './untilQuiet.ts';

/*
 * `npm run screenshots`: takes the README's pictures of the demo event, always at the same time.
 */
const FOLDER = path.join(ROOT, 'docs/pictures');
const MORNING = '2027-06-09T14:35:00.000Z';
const SCREENS = { home: '/dashboard', agenda: '/agenda', poll: '/polls/stage-polls-day-1/first-call' };

const server = await startTestServer({ EVENT_PACK: DEMO });
// The demo event begins on the day on which it is loaded.
server.clock.set(MORNING);
await server.restart();
const session = await server.register({ firstName: 'Ada', lastName: 'Redcedar' });
const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
watchTraffic(page);
await page.clock.setFixedTime(MORNING);
await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
  STORAGE.token,
  JSON.stringify(session),
] as const);
await mkdir(FOLDER, { recursive: true });
for (const [name, address] of Object.entries(SCREENS)) {
  await page.goto(server.url + address);
  await untilQuiet(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  if (name === 'poll') await page.getByText('A possible teaming partner').click();
  const file = path.join(FOLDER, `${name}.png`);
  const { length } = await page.screenshot({ path: file });
  console.log(`${path.relative(ROOT, file)}: ${length} bytes`);
}
await browser.close();
await server.stop();
