import { HOUR } from '@companion/contract/constants';
import { announce, endNow } from '@companion/testkit/announce';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import type { Page } from '@playwright/test';

const TEXT = 'Lunch is in the west hall.';
const notice = (page: Page) => page.getByRole('status').filter({ hasText: TEXT });
const onHome = (page: Page) => page.getByRole('region', { name: 'Announcements' });

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
