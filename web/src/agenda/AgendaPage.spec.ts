import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';
import type { Page } from '@playwright/test';

// A phone that has come from afar: nothing of the agenda may follow its own zone.
test.use({ timezoneId: 'Asia/Tokyo' });

const SUMMIT: StagedItem[] = [
  { id: 'Closing', category: 'Day 2', start: '2026-06-10T19:00:00Z', end: '2026-06-10T20:00:00Z' },
  { id: 'Keynote', start: '2026-06-09T13:00:00Z', end: '2026-06-09T14:00:00Z', room: 'Ballroom', speakerIds: ['ada'] },
  { id: 'Panel', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:00:00Z' },
  { id: 'Law', category: 'Breakout Sessions', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:30:00Z' },
  { id: 'Bonds', category: 'Breakout Sessions', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:00:00Z' },
  { id: 'Lounge', start: '2026-06-10T01:00:00Z', end: '2026-06-10T04:30:00Z' },
  { id: 'Breakfast', category: 'Day 2', start: '2026-06-10T11:30:00Z', end: '2026-06-10T12:30:00Z' },
  { id: 'A word from Acme', category: 'Sponsor', start: '2026-06-09T14:00:00Z', end: '2026-06-09T14:15:00Z' },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker', subtitle: 'Engineer' },
];

const ALL = ['Keynote', 'Panel', 'Law', 'Bonds', 'Lounge', 'Breakfast', 'Closing'];

const heads = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const times = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const labelled = (page: Page, label: string) =>
  page.getByRole('article').filter({ hasText: label }).getByRole('heading');

async function openAt(page: Page, instant: string): Promise<void> {
  await page.clock.install({ time: new Date(instant) });
  await page.goto('/agenda');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda');
}

/** An instant of the demo event, so many hours after its first session begins. */
async function intoTheEvent(server: { url: string }, hours: number): Promise<string> {
  const { startDate } = await (await fetch(`${server.url}/event/event.json`)).json();
  return new Date(Date.parse(startDate) + hours * 3_600_000).toISOString();
}

test('agenda: a filter that leaves nothing says so, and can be lifted there', async ({ page, server }) => {
  await stageContent(
    server,
    SUMMIT.filter(({ category }) => category !== 'Breakout Sessions'),
  );
  await server.signIn(page);
  await openAt(page, '2026-06-01T12:00:00Z');
  await filter(page, 'Day 1 - Breakout Sessions').click();
  await expect(page.getByText('There are no sessions under Day 1 - Breakout Sessions.')).toBeVisible();
  await expect(page.getByText('Agenda is not available at the moment.')).toHaveCount(0);
  await expectAccessible(page);
  await filter(page, 'Show the whole agenda').click();
  await expect(titles(page)).toHaveText(['Keynote', 'Panel', 'Lounge', 'Breakfast', 'Closing']);
  await expect(filter(page, 'Day 1 - Breakout Sessions')).toBeFocused();
});

test('agenda: sorted by start date, under the days and times of New York (§9)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-01T12:00:00Z');
  await expect(titles(page)).toHaveText(ALL);
  await expect(heads(page)).toHaveText(['Tuesday, June 9', 'Wednesday, June 10']);
  await expect(times(page)).toHaveText(['9:00 AM ET', '10:15 AM ET', '9:00 PM ET', '7:30 AM ET', '3:00 PM ET']);
  await expect(page.getByRole('article').nth(0)).toContainText('until 10:00 AM');
  await expect(page.getByRole('article').nth(4)).toContainText('until 12:30 AM');
});

test('agenda: four filter buttons, in the order of the spec (§2)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(page.getByRole('group', { name: 'Show' }).getByRole('button')).toHaveText([
    'Day 1 - Main Stage',
    'Day 1 - Breakout Sessions',
    'Day 2',
    'Featured Speakers',
  ]);
});

test('agenda: each filter shows its part, pressing it again shows all (§2)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-01T12:00:00Z');
  await filter(page, 'Day 1 - Main Stage').click();
  await expect(titles(page)).toHaveText(['Keynote', 'Panel', 'Lounge']);
  await filter(page, 'Day 1 - Breakout Sessions').click();
  await expect(titles(page)).toHaveText(['Law', 'Bonds']);
  await expect(filter(page, 'Day 1 - Main Stage')).toHaveAttribute('aria-pressed', 'false');
  await expect(filter(page, 'Day 1 - Breakout Sessions')).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(ALL);
});

test('agenda: Featured Speakers leads to /agenda/speakers, and the filters lead back (§2)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda');
  await filter(page, 'Featured Speakers').click();
  await expect(page).toHaveURL('/agenda/speakers');
  await filter(page, 'Day 2').click();
  await expect(page).toHaveURL('/agenda');
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
});

test('agenda: the labels follow the time through both days, without a reload (§4)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T12:59:00Z');
  const expectLabels = async (current: string[], next: string[]) => {
    await expect(labelled(page, 'Currently Happening')).toHaveText(current);
    await expect(labelled(page, 'Next Event')).toHaveText(next);
  };
  const travelTo = async (instant: string) => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.fastForward(Date.parse(instant) - now);
  };
  await expectLabels([], ['Keynote']);
  await travelTo('2026-06-09T13:00:00Z');
  await expectLabels(['Keynote'], []);
  await travelTo('2026-06-09T14:00:00Z');
  await expectLabels([], ['Panel']);
  await travelTo('2026-06-09T14:20:00Z');
  await expectLabels(['Panel', 'Law', 'Bonds'], []);
  await travelTo('2026-06-09T15:10:00Z');
  await expectLabels(['Law'], []);
  await travelTo('2026-06-10T04:29:00Z');
  await expectLabels(['Lounge'], []);
  await expect(heads(page)).toHaveText(['Tuesday, June 9', 'Wednesday, June 10Today']);
  await travelTo('2026-06-10T05:00:00Z');
  await expectLabels([], ['Breakfast']);
  await travelTo('2026-06-10T19:59:59Z');
  await expectLabels(['Closing'], []);
  await travelTo('2026-06-10T20:00:00Z');
  await expectLabels([], []);
});

test('agenda: weeks before the summit its first item is Next Event; when it is over nothing is, and all is still there', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-05-01T12:00:00Z');
  await expect(labelled(page, 'Next Event')).toHaveText(['Keynote']);
  await expect(page.getByRole('button', { name: /^Show what/ })).toHaveCount(0);
  // Longer than a browser's timer can run.
  await page.clock.fastForward(60 * 24 * 3_600_000);
  await expect(titles(page)).toHaveText(ALL);
  await expect(page.getByText(/Currently Happening|Next Event|Today/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Show what/ })).toHaveCount(0);
});

test('agenda: Currently Happening is green and Next Event is red (§4)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T12:59:00Z');
  const background = (label: string) =>
    page.getByText(label, { exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background('Next Event')).toBe('rgb(192, 50, 43)');
  await page.clock.runFor('02:00');
  expect(await background('Currently Happening')).toBe('rgb(27, 122, 71)');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '59 min left');
});

test('agenda: a filter does not change what is labelled', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T13:30:00Z');
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  await expect(page.getByText('Next Event')).toHaveCount(0);
});

test('agenda: one button leads past what is over to what is on', async ({ page, server }) => {
  await server.signIn(page);
  await openAt(page, await intoTheEvent(server, 8.9));
  await expect(titles(page)).not.toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show what is on now' })).toHaveCount(0);
  await page.getByRole('button', { name: 'past sessions' }).click();
  await page.getByRole('button', { name: 'Show what is on now' }).click();
  const current = page.getByRole('article').filter({ hasText: 'Currently Happening' }).first();
  await expect(current).toBeInViewport();
  await expect(current.getByRole('link')).toBeFocused();
});

test('agenda: on a phone the first session is close to the header, and an hour of breakouts fits one screen', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await openAt(page, await intoTheEvent(server, 3.5));
  const current = page.getByRole('article').filter({ hasText: 'Currently Happening' });
  await expect(current).toHaveCount(4);
  const header = await page.getByRole('banner').boundingBox();
  const first = await page.getByRole('article').first().boundingBox();
  expect(Number(first?.y) - Number(header?.y) - Number(header?.height)).toBeLessThanOrEqual(220);
  // Opened, and not scrolled: all that is on can be seen above the menu.
  const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const last = await current.last().boundingBox();
  expect(Number(last?.y) + Number(last?.height)).toBeLessThanOrEqual(Number(menu?.y));
  const filters = page.getByRole('group', { name: 'Show' }).getByRole('button');
  const tops = await filters.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size, 'filters stand in one row').toBe(1);
});

test('agenda: on the second day its first session is within 220 px of the header, below all that is over', async ({
  page,
  server,
}) => {
  // The longest date there is.
  const session = (id: string, day: number, hour: number) => ({
    ...{ id, start: `2026-09-${day}T${hour}:00:00Z`, end: `2026-09-${day}T${hour + 1}:00:00Z` },
  });
  const dayOne = Array.from({ length: 12 }, (_, index) => session(`Past ${index}`, 29, 12));
  await stageContent(server, [...dayOne, ...[12, 13, 14, 15].map((hour) => session(`At ${hour}`, 30, hour))]);
  await server.signIn(page);
  await openAt(page, '2026-09-30T15:30:00Z');
  await expect(heads(page)).toHaveText(['Tuesday, September 29', 'Wednesday, September 30Today']);
  await expect(page.getByRole('button', { name: '12 past sessions' })).toBeVisible();
  await expect(page.getByRole('button', { name: '3 past sessions' })).toBeVisible();
  await expect(titles(page)).toHaveText(['At 15']);
  const header = await page.getByRole('banner').boundingBox();
  const first = await page.getByRole('article').first().boundingBox();
  expect(Number(first?.y) - Number(header?.y) - Number(header?.height)).toBeLessThanOrEqual(220);
});

test('agenda: what is over folds away on its day, by keyboard too, and comes back where one left it', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T15:10:00Z');
  const control = page.getByRole('button', { name: '3 past sessions' });
  await expect(control).toHaveAttribute('aria-expanded', 'false');
  await expect(titles(page)).toHaveText(['Law', 'Lounge', 'Breakfast', 'Closing']);
  await expect(labelled(page, 'Currently Happening')).toHaveText(['Law']);
  await expectAccessible(page);
  await control.focus();
  await page.keyboard.press('Enter');
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  await expect(titles(page)).toHaveText(ALL);

  // A look at one of them finds them unfolded again; whoever comes anew finds what is on.
  await page.getByRole('link', { name: 'Keynote' }).click();
  await page.getByRole('button', { name: 'Back to Agenda' }).click();
  await expect(titles(page)).toHaveText(ALL);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Home' }).click();
  await menu.getByRole('link', { name: 'Agenda' }).click();
  await expect(titles(page)).toHaveText(['Law', 'Lounge', 'Breakfast', 'Closing']);

  // What ends while the page is read stays; whoever comes back to the page finds it folded.
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText('Currently Happening')).toHaveCount(0);
  await expect(titles(page)).toHaveText(['Law', 'Lounge', 'Breakfast', 'Closing']);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(titles(page)).toHaveText(['Lounge', 'Breakfast', 'Closing']);
  await expect(page.getByRole('button', { name: '4 past sessions' })).toBeVisible();
});

test('agenda: the heads of day and time stay in sight', async ({ page, server }) => {
  await server.signIn(page);
  await openAt(page, await intoTheEvent(server, -1));
  await expect(heads(page)).toHaveCount(2);
  await page.evaluate(() => window.scrollTo(0, 900));
  const header = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => (await heads(page).nth(0).boundingBox())?.y)
    .toBeCloseTo(Number(header?.y) + Number(header?.height), 0);
});

test('agenda: on the weekend of the spring change an hour is missing, in autumn one comes twice (§9)', async ({
  page,
  server,
}) => {
  await stageContent(server, [
    { id: 'Before', start: '2026-03-08T06:30:00Z', end: '2026-03-08T07:00:00Z' },
    { id: 'After', start: '2026-03-08T07:00:00Z', end: '2026-03-08T08:00:00Z' },
    { id: 'First', start: '2026-11-01T05:30:00Z', end: '2026-11-01T06:00:00Z' },
    { id: 'Second', start: '2026-11-01T06:30:00Z', end: '2026-11-01T07:00:00Z' },
  ]);
  await server.signIn(page);
  await openAt(page, '2026-11-01T05:45:00Z');
  await page.getByRole('button', { name: '2 past sessions' }).click();
  await expect(times(page)).toHaveText(['1:30 AM ET', '3:00 AM ET', '1:30 AM ET', '1:30 AM ET']);
  await expect(heads(page)).toHaveText(['Sunday, March 8', 'Sunday, November 1Today']);
  await expect(labelled(page, 'Currently Happening')).toHaveText(['First']);
  await page.clock.fastForward('01:00:00');
  await expect(labelled(page, 'Currently Happening')).toHaveText(['Second']);
});

test('agenda: filter and place survive a look at a session, and a reload of it', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await filter(page, 'Day 2').click();
  await expect(heads(page)).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  // Playwright's own click would scroll the page first.
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('article a')[3]?.click());
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Agenda');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Back to Agenda' }).click();
  await expect(filter(page, 'Day 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Agenda');
  await page.reload();
  await page.goBack();
  await expect(filter(page, 'Day 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
});

test('agenda: an empty one says so (§2)', async ({ page, server }) => {
  await stageContent(server, []);
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(page.getByText('Agenda is not available at the moment.')).toBeVisible();
  await expectAccessible(page);
});

test('agenda: a failed one says so and can be tried again (§8)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.route('**/api/public/content', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order', traceId: '7' } }),
  );
  await page.goto('/agenda');
  await expect(page.getByText('Agenda is not available at the moment.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await page.unroute('**/api/public/content');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(titles(page)).toHaveText(ALL);
});

test("agenda: a back office that sends the specification's fields only, and one item that cannot be read, is shown (decisions)", async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const item = { id: 'one', campaignId: 'agenda', type: 'Agenda', category: 'Day 1', title: 'Keynote', body: '' };
  const results = [{ id: 7 }, { ...item, startDate: '2026-06-09T13:00:00Z', endDate: '2026-06-09T14:00:00Z' }];
  await page.route('**/api/public/content', (route) => route.fulfill({ json: { results } }));
  await page.goto('/agenda');
  await expect(titles(page)).toHaveText(['Keynote']);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('agenda: a new programme is there when the person comes back to the page', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(titles(page)).toHaveText(ALL);
  await server.services.db.updateTable('content').set({ title: 'Moved' }).where('id', '=', 'Panel').execute();
  // The server may answer with the programme of a second ago.
  server.clock.advance(2000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(titles(page)).toContainText(['Moved']);
});

test('agenda: the menu marks it, also on the pages below it (§2)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  for (const address of ['/agenda', '/agenda/speakers', '/agenda/agenda/Keynote']) {
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText(['Agenda']);
  }
});

test('agenda: by keyboard alone to a session and back to it', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda');
  await filter(page, 'Day 2').focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  for (const name of ['Featured Speakers', 'Breakfast']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole(name === 'Featured Speakers' ? 'button' : 'link', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Breakfast' })).toBeFocused();
});

test('agenda: pages change by a view transition, but not where motion is unwelcome', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.transitions = `${Number(document.documentElement.dataset.transitions ?? 0) + 1}`;
      return start(update);
    };
  });
  await page.goto('/agenda');
  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keynote');
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '1');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Ada Speaker' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Speaker');
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '1');
});

test('agenda: while it loads, its place is held and said to be loading', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  const release = await holdCalls(page, '**/api/public/content');
  await page.goto('/agenda');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(4);
  await expect(page.getByText('Agenda is not available at the moment.')).toHaveCount(0);
  await expectAccessible(page);
  release();
  await expect(titles(page)).toHaveText(ALL);
});

test('agenda: its frame does not move when the programme has come (design)', async ({ page, server }) => {
  await server.signIn(page);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total = Number(document.documentElement.dataset.shift ?? 0) + Reflect.get(entry, 'value');
        document.documentElement.dataset.shift = String(total);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of ['/agenda', '/agenda/speakers', '/sponsors']) {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0)), address).toBeLessThan(0.05);
  }
});

test('agenda: axe finds nothing, and long titles fit into 320 px', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlungseröffnungsansprache';
  await stageContent(server, [
    { ...SUMMIT[1], id: 'Keynote', title: long, subtitle: long, room: long },
    ...SUMMIT.slice(2),
    { id: 'ada', type: 'Speaker', title: `${long} ${long}` },
  ]);
  await server.signIn(page);
  await openAt(page, '2026-06-09T13:30:00Z');
  await expect(titles(page)).toHaveCount(6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
});

test('agenda: without a session one goes to /login (§2)', async ({ page }) => {
  for (const address of ['/agenda', '/agenda/speakers', '/agenda/agenda/opening', '/sponsors']) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
  }
});
