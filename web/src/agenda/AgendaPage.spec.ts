import { ALL, filter, openAt, SUMMIT, titles } from '@companion/testkit/agendaPage';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { stageContent } from '@companion/testkit/stageContent';
import { untilQuiet } from '@companion/testkit/untilQuiet';

// A phone in another time zone: the agenda shows the event's time.
test.use({ timezoneId: 'Asia/Tokyo' });

test('agenda: shows a message when empty (§2)', async ({ page, server }) => {
  await stageContent(server, []);
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(page.getByText('Agenda is not available at the moment.')).toBeVisible();
  await expectAccessible(page);
});

test('agenda: shows a message and a retry button when it fails to load (§8)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.route('**/api/public/content', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order', traceId: '7' } }),
  );
  await page.goto('/agenda');
  await expect(page.getByText('Agenda is not available at the moment.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await pressTryAgain(page, '**/api/public/content');
  await expect(titles(page)).toHaveText(ALL);
});

test("agenda: shows items with the specification's fields only, and skips an unreadable one (decision 027)", async ({
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

test('agenda: fetches changes when the page gets the focus', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(titles(page)).toHaveText(ALL);
  await server.services.db.updateTable('content').set({ title: 'Moved' }).where('id', '=', 'Panel').execute();
  // The server caches the content list for a second.
  server.clock.advance(2000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(titles(page)).toContainText(['Moved']);
});

test('agenda: its menu entry is current, also on the pages below it (§2)', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  for (const address of ['/agenda', '/agenda/speakers', '/agenda/agenda/Keynote']) {
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText(['Agenda']);
  }
});

test('agenda: the keyboard alone opens a session and returns to its entry', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda');
  await filter(page, 'Day 2').focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  for (const name of ['Featured Speakers', 'Mine', 'Breakfast']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole(name === 'Breakfast' ? 'link' : 'button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Breakfast' })).toBeFocused();
});

test('agenda: pages change with a view transition, but not with reduced motion', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
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

test('agenda: shows an announced placeholder while loading', async ({ page, server }) => {
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

test('agenda: its layout does not shift when the content arrives', async ({ page, server }) => {
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
    await untilQuiet(page);
    expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0)), address).toBeLessThan(0.05);
  }
});

test('agenda: no axe violations, and long titles fit 320 px', async ({ page, server }) => {
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

test('agenda: redirects to /login without a session (§2)', async ({ page }) => {
  for (const address of ['/agenda', '/agenda/speakers', '/agenda/agenda/opening', '/sponsors']) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
  }
});
