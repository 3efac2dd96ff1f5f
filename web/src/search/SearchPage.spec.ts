import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';
import type { Page } from '@playwright/test';

const AT_TEN = { start: '2026-06-09T14:00:00Z', end: '2026-06-09T15:00:00Z' };
const PROGRAMME: StagedItem[] = [
  { id: 'Teaming in Zürich', ...AT_TEN, room: 'Ballroom', speakerIds: ['ada'] },
  { id: 'Closing', start: '2026-06-10T14:00:00Z', end: '2026-06-10T15:00:00Z', room: 'Ballroom' },
  { id: 'Opening', start: '2026-06-09T13:00:00Z', end: '2026-06-09T14:00:00Z', room: 'Ballroom' },
  { id: 'Bonds', ...AT_TEN, room: 'Hall', body: '<p>How a <b>surety</b> thinks.</p>' },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker', subtitle: 'Surety Guild' },
  ...['Acme', 'Brook', 'Cedar', 'Dale', 'Elm', 'Fern', 'Gorse', 'Heronfield'].map(
    (id): StagedItem => ({ id, campaign_id: 'sponsors', category: 'Sponsor', tier: 'Gold', url: 'https://a.example/' }),
  ),
];

const field = (page: Page) => page.getByRole('searchbox', { name: 'Sessions, speakers, sponsors and rooms' });
const results = (page: Page, kind: RegExp) => page.getByRole('region', { name: kind }).getByRole('link');

test('search: opened in the header or by a key, it finds at each letter, and the way back finds the query again (decision 070)', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.goto('/sponsors');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();

  await page.keyboard.type('zurihc');
  await expect(results(page, /sessions 1/i)).toHaveText([
    /Tuesday, June 9, 10:00 AM ET.*Zürich.*Ballroom.*Ada Speaker/,
  ]);
  await expect(page.locator('mark')).toHaveText(['Zürich']);
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toHaveCount(1);

  await field(page).fill('surety');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/speakers 1/i, /sessions 1/i]);
  await expect(results(page, /sessions/i)).toContainText('How a surety thinks.');
  await page.keyboard.press('ArrowDown');
  await expect(results(page, /speakers/i)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(results(page, /sessions/i)).toBeFocused();
  // From the session's own button, too.
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(results(page, /speakers/i)).toBeFocused();
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('surety');
  await results(page, /sessions/i).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/agenda/agenda/Bonds');

  await page.getByRole('button', { name: 'Back to Search' }).click();
  await expect(field(page)).toHaveValue('surety');
  await expect(results(page, /sessions/i)).toBeFocused();
  await page.reload();
  await expect(field(page)).toHaveValue('surety');
  await expect(results(page, /sessions/i)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/sponsors');
  await expect(page.getByRole('heading', { level: 1, name: 'Sponsors' })).toBeVisible();

  // A key alone is no shortcut: it could not be turned off (WCAG 2.1.4).
  await page.keyboard.type('/k');
  await expect(page).toHaveURL('/sponsors');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.type('a/v');
  await expect(field(page)).toHaveValue('a/v');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
});

test('search: a sponsor leads to its logo, a room to its sessions by time', async ({ page, server }) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.goto('/search#q=heron');
  await results(page, /sponsors/i).click();
  await expect(page).toHaveURL('/sponsors#Heronfield');
  await expect(page.getByRole('listitem').filter({ hasText: 'Heronfield' })).toBeFocused();
  await page.goBack();

  await field(page).fill('ballroom');
  await results(page, /rooms/i).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ballroom');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('link');
  await expect(sessions).toHaveText([/Opening/, /Teaming/, /Closing/]);
  await sessions.nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teaming in Zürich');
  await page.goBack();
  await expect(sessions.nth(1)).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
  await expect(field(page)).toHaveValue('ballroom');
  await expect(results(page, /rooms/i)).toBeFocused();
});

test('search: what was searched without a result is said, and many results of a kind are shown on demand, also after one is saved', async ({
  page,
  server,
}) => {
  await stageContent(server, [
    ...PROGRAMME,
    ...Array.from({ length: 10 }, (_, index): StagedItem => ({ id: `Workshop ${index + 1}`, ...AT_TEN })),
  ]);
  await server.signIn(page);
  await page.goto('/search');
  await field(page).fill('xyzzy');
  await expect(page.getByRole('main')).toContainText(
    'Nothing found for “xyzzy”.Searched: 14 sessions, 1 speaker, 8 sponsors, 2 rooms.',
  );
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toHaveCount(1);
  await field(page).fill('workshop');
  await expect(results(page, /sessions 10/i)).toHaveCount(5);
  await page.getByRole('button', { name: 'Show all 10 sessions' }).press('Enter');
  await expect(results(page, /sessions 10/i)).toHaveCount(10);
  await expect(results(page, /sessions 10/i).nth(5)).toBeFocused();
  const save = page.getByRole('button', { name: 'Save Workshop 10', exact: true });
  await save.click();
  await expect
    .poll(() => server.services.db.selectFrom('saved_sessions').select('content_id').execute())
    .toEqual([{ content_id: 'Workshop 10' }]);
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expect(results(page, /sessions 10/i)).toHaveCount(10);
  await expectAccessible(page);

  const scrolled = () => page.evaluate(() => scrollY);
  await results(page, /sessions 10/i)
    .last()
    .scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await results(page, /sessions 10/i)
    .last()
    .click();
  await page.getByRole('button', { name: 'Back to Search' }).click();
  await expect(results(page, /sessions 10/i)).toHaveCount(10);
  await expect.poll(scrolled).toBe(before);
  await expect(results(page, /sessions 10/i).last()).toBeFocused();
});

test('search: a wide screen shows the best kind beside the others, as many as it has room for', async ({
  page,
  server,
}) => {
  await stageContent(server, [
    ...PROGRAMME,
    ...Array.from({ length: 10 }, (_, index): StagedItem => ({ id: `Ada session ${index + 1}`, ...AT_TEN })),
    ...Array.from({ length: 10 }, (_, index): StagedItem => ({ id: `Ada ${index + 1}`, type: 'Speaker' })),
  ]);
  await server.signIn(page);
  const shownRows = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.goto('/search');
    await field(page).fill('ada');
    await expect(results(page, /speakers 11/i).first()).toBeVisible();
    return [await results(page, /speakers 11/i).count(), await results(page, /sessions 11/i).count()];
  };
  await expect.poll(() => shownRows(390, 844)).toEqual([3, 3]);
  await expect.poll(() => shownRows(1280, 800)).toEqual([5, 5]);
  await expect.poll(() => shownRows(1440, 1200)).toEqual([8, 8]);
  const [first, second] = await page.getByRole('heading', { level: 2 }).all();
  expect((await first?.boundingBox())?.y).toBe((await second?.boundingBox())?.y);
  await expectAccessible(page);
});

test('search: finds without a network, asks the server for nothing, and follows a changed agenda', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.goto('/search');
  await expect(field(page)).toBeFocused();
  await field(page).fill('opening');
  await expect(results(page, /sessions/i)).toHaveCount(1);

  await server.services.db.updateTable('content').set({ title: 'Welcome' }).where('id', '=', 'Opening').execute();
  // The server caches the content list for a second.
  server.clock.advance(2000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Nothing found for “opening”.')).toBeVisible();

  await goOffline(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await field(page).fill('welcome');
  await expect(results(page, /sessions/i)).toHaveCount(1);
  expect(asked.filter((address) => address.includes('welcome'))).toEqual([]);
});
