import { readFile } from 'node:fs/promises';
import { alignClocks } from '@companion/testkit/alignClocks';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { raiseToasts, toasts } from '@companion/testkit/raiseToasts';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';
import type { Page } from '@playwright/test';

// A phone in another time zone: calendars get the event's times.
test.use({ timezoneId: 'Asia/Tokyo' });

const SESSIONS: StagedItem[] = [
  { id: 'keynote', title: 'Keynote', start: '2026-06-09T13:00:00Z', end: '2026-06-09T14:00:00Z', speakerIds: ['ada'] },
  { id: 'panel', title: 'Panel', start: '2026-06-10T13:00:00Z', end: '2026-06-10T14:00:00Z' },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker' },
];

const CALENDAR = '**/api/calendar';
const links = (page: Page) => page.getByRole('link', { name: /Calendar$/ });
const toggle = (page: Page) => page.getByRole('button', { name: 'Calendar', exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();

/** Clicks the link and reads the file, as a calendar app would. */
async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const file = await coming;
  return { file: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const titlesIn = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);

test('agenda item: a session has a calendar link, a speaker has none', async ({ page, server }) => {
  await stageContent(server, SESSIONS);
  await server.signIn(page);
  await page.goto('/agenda/agenda/keynote');
  const { file, text } = await download(page, 'Add to Calendar');
  expect(file).toBe('keynote.ics');
  expect(titlesIn(text)).toEqual(['Keynote']);
  expect(text).toContain('\r\nDTSTART;TZID=America/New_York:20260609T090000\r\n');
  await page.getByRole('link', { name: 'Ada Speaker' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Speaker');
  await expect(links(page)).toHaveCount(0);
});

test('calendar links: without a network the app stays, and says why there is no file', async ({ page, server }) => {
  await stageContent(server, SESSIONS);
  await server.signIn(page);
  // As on a phone, the code of the toasts is there before the network fails.
  await raiseToasts(page, { message: 'First' });
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Agenda' }).first().click();
  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(links(page)).toHaveCount(1);
  await goOffline(page);
  await links(page).click();
  await expect(toasts(page).filter({ hasText: 'The calendar needs a network.' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keynote');
});

test('calendar links: on the agenda and on a session they cause no layout shift when they load, and leave no hole and no toast when they fail', async ({
  page,
  server,
}) => {
  await stageContent(server, SESSIONS);
  const session = await server.register();
  for (const address of ['/agenda', '/agenda/agenda/keynote']) {
    await test.step(`${address} keeps its layout`, async () => {
      const isAgenda = address === '/agenda';
      await beginVisit(page, session);
      const release = await holdCalls(page, CALENDAR);
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      if (isAgenda) await toggle(page).click();
      await expect(links(page)).toHaveCount(0);
      const place = await heading(page).boundingBox();
      release();
      await expect(links(page)).not.toHaveCount(0);
      expect(await heading(page).boundingBox()).toEqual(place);

      await page.route(CALENDAR, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
      const answered = page.waitForResponse(CALENDAR);
      await page.reload();
      await answered;
      await expect(heading(page)).toBeVisible();
      if (isAgenda) await toggle(page).click();
      await expect(links(page)).toHaveCount(0);
      if (isAgenda) await expect(page.getByText('The calendar is not available at the moment.')).toBeVisible();
      await expect.poll(async () => (await heading(page).boundingBox())?.y).toBeLessThan(place?.y ?? 0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.unroute(CALENDAR);
    });
  }
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('agenda: a calendar app can subscribe to it or download it as a file', async ({ page, server }) => {
    await server.signIn(page);
    // Set the clock before the event, so that nothing is folded.
    await alignClocks(page);
    await page.clock.setFixedTime('2026-01-01');
    await page.goto('/agenda');
    await expect(links(page)).toHaveCount(0);
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(links(page)).toHaveText(['Subscribe to Calendar', 'Download Calendar']);
    const [subscribe, file] = await links(page).evaluateAll((all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    );
    expect(subscribe).toMatch(/^webcal:/);
    expect(subscribe?.replace('webcal:', 'http:')).toBe(file);
    const { text } = await download(page, 'Download Calendar');
    const shown = await page.getByRole('article').getByRole('heading').count();
    expect(titlesIn(text)).toHaveLength(shown);
    await expect(page).toHaveURL('/agenda');
  });
});
