import type { Credentials } from '@companion/contract/session';
import { ALL, heads, intoTheEvent, labelled, openAt, SUMMIT, titles } from '@companion/testkit/agendaPage';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Locator, Page } from '@playwright/test';

// A phone in another time zone: the agenda shows the event's time.
test.use({ timezoneId: 'Asia/Tokyo' });

/** Opens the agenda while four sessions are on; returns these. */
async function openDuringBreakouts(
  page: Page,
  server: TestServer & { signIn(page: Page): Promise<Credentials> },
): Promise<Locator> {
  await server.signIn(page);
  await openAt(page, await intoTheEvent(server, 3.5));
  const current = page.getByRole('article').filter({ hasText: 'Currently Happening' });
  await expect(current).toHaveCount(4);
  return current;
}

test('agenda: on day 2 its first session is within 220 px of the header', async ({ page, server }) => {
  // The longest date text.
  const session = (id: string, day: number, hour: number) => ({
    id,
    start: `2026-09-${day}T${hour}:00:00Z`,
    end: `2026-09-${day}T${hour + 1}:00:00Z`,
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

test('agenda: past sessions fold and unfold, by keyboard too, and going back restores them', async ({
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

  // Going back from a session finds them unfolded; a new visit finds them folded.
  await page.getByRole('link', { name: 'Keynote' }).click();
  await page.getByRole('button', { name: 'Back to Agenda' }).click();
  await expect(titles(page)).toHaveText(ALL);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Home' }).click();
  await menu.getByRole('link', { name: 'Agenda' }).click();
  await expect(titles(page)).toHaveText(['Law', 'Lounge', 'Breakfast', 'Closing']);

  // A session that ends while the page is open stays; it folds when the page gets the focus.
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText('Currently Happening')).toHaveCount(0);
  await expect(titles(page)).toHaveText(['Law', 'Lounge', 'Breakfast', 'Closing']);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(titles(page)).toHaveText(['Lounge', 'Breakfast', 'Closing']);
  await expect(page.getByRole('button', { name: '4 past sessions' })).toBeVisible();
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('agenda: a button scrolls past earlier sessions to the current one', async ({ page, server }) => {
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

  test('agenda: on a phone an hour of breakouts fits on one screen, and stays where it is when past sessions unfold and fold', async ({
    page,
    server,
  }) => {
    const current = await openDuringBreakouts(page, server);
    const header = await page.getByRole('banner').boundingBox();
    const first = await page.getByRole('article').first().boundingBox();
    expect(Number(first?.y) - Number(header?.y) - Number(header?.height)).toBeLessThanOrEqual(220);
    // Without scrolling, all current sessions are visible above the menu.
    const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const last = await current.last().boundingBox();
    expect(Number(last?.y) + Number(last?.height)).toBeLessThanOrEqual(Number(menu?.y));
    const filters = page.getByRole('group', { name: 'Show' }).getByRole('button');
    const tops = await filters.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, 'filters are in one row').toBe(1);

    const top = async () => Math.round((await current.first().boundingBox())?.y ?? 0);
    const before = await top();
    const control = page.getByRole('button', { name: /past sessions/ }).first();
    await control.press('Enter');
    await expect(control).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('heading', { name: 'Opening Words' })).toBeAttached();
    expect(await top()).toBe(before);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(control).toBeFocused();
    await expect(control).toBeInViewport();

    await control.press('Enter');
    await expect(control).toHaveAttribute('aria-expanded', 'false');
    expect(await top()).toBe(before);

    // Folded while only past sessions are on the screen, what is on comes up.
    await control.press('Enter');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(current.first()).not.toBeInViewport();
    await control.press('Enter');
    await expect(current.first()).toBeInViewport();
  });
});
