import { HOUR } from '@companion/contract/constants';
import { announce, endNow } from '@companion/testkit/announce';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import type { Locator, Page } from '@playwright/test';

const TEXT = 'Lunch is in the west hall.';
const notice = (page: Page) => page.getByRole('status').filter({ hasText: TEXT });
const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const onHome = (page: Page) => page.getByRole('region', { name: 'Announcements' });

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the page`);
  return box;
};

/** Presses Tab from the start of the page to its last control, and says of each whether all of it is covered. */
async function tabThrough(page: Page): Promise<{ name: string; isCovered: boolean }[]> {
  const seen = [];
  for (let last = false; !last; ) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      const main = document.querySelector('main');
      if (!element || !main?.contains(element)) return { isLast: element?.closest('[role="status"]') !== null };
      const { left, top, width, height } = element.getBoundingClientRect();
      const shares = [0.02, 0.5, 0.98];
      const hits = shares.flatMap((x) =>
        shares.map((y) => document.elementFromPoint(left + x * width, top + y * height)),
      );
      const name = element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { isLast: false, name, isCovered: !hits.some((hit) => hit && main.contains(hit)) };
    });
    if (stop.name !== undefined) seen.push({ name: stop.name, isCovered: stop.isCovered });
    last = stop.isLast;
  }
  return seen;
}

test('announcements: one shows on every screen until it is dismissed, and on Home below all else until it ends', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  const before = await page.getByRole('article').first().boundingBox();
  const id = await announce(server, { title: 'Lunch', contentId: 'keynote-day-1' });
  await expect(notice(page)).toContainText('Lunch');
  // Once, not in the notice and on Home.
  await expect(page.getByText(TEXT)).toHaveCount(1);
  expect(await page.getByRole('article').first().boundingBox()).toEqual(before);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await notice(page).getByRole('link', { name: 'See the session' }).click();
  await expect(page).toHaveURL(/\/agenda\/agenda\/keynote-day-1$/);
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(onHome(page)).toContainText(TEXT);
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toHaveText('Announcements');
  await expectAccessible(page);

  await endNow(server, id);
  await expect(onHome(page)).toHaveCount(0);
});

test('announcements: a long text with large letters scrolls behind the link to its session, which stays whole', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await server.signIn(page);
  await page.goto('/agenda');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const moved = `${TEXT} “Structuring Tribal Holding Companies” moved from 1:30 PM to 2:30 PM, and from Sycamore to Potomac.`;
  await announce(server, { title: 'Moved', text: moved, contentId: 'keynote-day-1' });
  const link = notice(page).getByRole('link', { name: 'See the session' });
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(notice(page).getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
  // The beginning of the text, above the link.
  const title = await notice(page).getByText('Moved', { exact: true }).boundingBox();
  expect(title?.y).toBeLessThan((await link.boundingBox())?.y ?? 0);
  await expectAccessible(page);
});

test('announcements: with a poll on stage, on small screens and with large letters, the text is not covered and half of the screen is left to the page', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await announce(server, {
    title: 'Moved',
    text: `${TEXT} ${'It has moved. '.repeat(18)}`,
    contentId: 'keynote-day-1',
  });
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await expect(notice(page)).toBeVisible();
  const question = notice(page).getByText('do you call first');
  const title = notice(page).getByText('Moved', { exact: true });
  const text = notice(page).getByText(TEXT);
  const link = notice(page).getByRole('link', { name: 'See the session' });
  const answer = notice(page).getByRole('link', { name: 'Answer' });
  await expect(answer).toBeVisible();
  for (const [width, height, percent] of [
    [320, 640, 100],
    [320, 640, 200],
    [844, 390, 100],
    // 400% zoom in a window of 1280 x 1024.
    [320, 256, 100],
  ] as const) {
    const screen = `${width} x ${height}, ${percent} %`;
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    const menu = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const header = height < 480 ? 0 : (await boxOf(page.getByRole('banner'))).height;
    await answer.scrollIntoViewIfNeeded();
    await expect(answer, screen).toBeInViewport({ ratio: 1 });
    expect((await boxOf(question)).width, screen).toBeGreaterThan(100 * (percent / 100));
    expect((await boxOf(notice(page))).y, screen).toBeGreaterThanOrEqual(header + (menu.y - header) / 2);
    await title.scrollIntoViewIfNeeded();
    await expect(title, screen).toBeInViewport({ ratio: 1 });
    // Three lines of usual size.
    expect((await boxOf(link)).y - (await boxOf(title)).y, screen).toBeGreaterThan(90);
    await text.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await link.scrollIntoViewIfNeeded();
    await expect(link, screen).toBeInViewport({ ratio: 1 });
    // What scrolls is the region, or in a low window what contains it.
    await link.evaluate((element) => {
      const region = element.closest('[role="status"]');
      for (const scroller of [region, region?.parentElement]) scroller?.scrollTo(0, 10_000);
    });
    const end = await boxOf(text);
    expect((await boxOf(link)).y, screen).toBeGreaterThanOrEqual(end.y + end.height);
  }
});

test('announcements: what the Tab key reaches is never behind them (WCAG 2.4.11)', async ({ page, server }) => {
  await server.signIn(page);
  await page.clock.setFixedTime('2026-01-01');
  await announce(server, {
    title: 'Lunch',
    text: `${TEXT} ${'It has moved. '.repeat(14)}`,
    contentId: 'keynote-day-1',
  });
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  for (const [path, width, height] of [
    ['/agenda', 390, 844],
    ['/profile/edit', 390, 844],
    ['/profile/edit', 320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(notice(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(2);
    await expect(page.getByRole('main').locator('article, input').first()).toBeVisible();
    const seen = await tabThrough(page);
    expect(seen.length, path).toBeGreaterThan(8);
    expect(
      seen.filter(({ isCovered }) => isCovered),
      `${path}, ${width} x ${height}`,
    ).toEqual([]);
  }
});

test('announcements: when one is dismissed, the focus moves to the button that closes the next notice, then to the heading', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await announce(server, { text: 'The first.' });
  await expect(page.getByText('The first.')).toBeVisible();
  server.clock.advance(1000);
  await announce(server, { text: 'The second.' });
  await expect(page.getByText('On stage now')).toBeVisible();
  await expect(page.getByText('The second.')).toBeVisible();
  const dismiss = (text: string) =>
    page.locator('[role="status"] > div').filter({ hasText: text }).getByRole('button', { name: 'Dismiss' });
  await dismiss('The second.').press('Enter');
  await expect(dismiss('The first.')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dismiss('On stage now')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('On stage now')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('announcements: without a network the phone shows what it has, until it ends', async ({ page, server }) => {
  await page.clock.install();
  await server.signIn(page);
  await page.goto('/dashboard');
  await announce(server);
  await expect(notice(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.clock.fastForward(HOUR);
  await expect(notice(page)).toBeVisible();
  await page.clock.fastForward(2 * HOUR);
  await expect(notice(page)).toHaveCount(0);
  await expect(onHome(page)).toHaveCount(0);
});

test('announcements: one for some only is read by its phones, kept by them, and shown after a reload', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto('/agenda');
  await announce(server, { audience: 'organizationType', audienceValue: profile.organizationType });
  await expect(notice(page)).toBeVisible();
  await announce(server, {
    text: 'For others.',
    audience: 'organizationType',
    audienceValue: profile.organizationType === 'MBE' ? 'WOSB' : 'MBE',
  });
  await page.route('**/api/public/announcements', (route) => route.abort());
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('For others.')).toHaveCount(0);
});

test('announcements: what was dismissed in one tab stays so when another one is dismissed in a second tab', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(page.getByRole('article').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/agenda');
  await announce(server, { text: 'The first.' });
  server.clock.advance(1000);
  await announce(server, { text: 'The second.' });
  const of = (tab: Page, text: string) => tab.locator('[role="status"] > div').filter({ hasText: text });
  const dismiss = async (tab: Page, text: string) => {
    await of(tab, text).getByRole('button', { name: 'Dismiss' }).click();
    await expect(of(tab, text)).toHaveCount(0);
  };
  for (const tab of [page, other]) await expect(of(tab, 'The second.')).toBeVisible();
  await dismiss(page, 'The second.');
  await dismiss(page, 'The first.');
  await dismiss(other, 'The second.');
  server.clock.advance(1000);
  await announce(server);
  await page.reload();
  await dismiss(page, TEXT);
  // Behind it would be what comes back.
  await expect(of(page, 'The first.')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
