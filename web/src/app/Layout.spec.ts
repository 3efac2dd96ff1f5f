import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { controlPlaces } from '@companion/testkit/controlPlaces';
import { goOffline } from '@companion/testkit/goOffline';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Locator } from '@playwright/test';

test.use({ reuseServer: true });

test('layout: the logo leads to the dashboard, the menu marks the entry that the current address starts with, and each page has a style class named after its route (§2)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/privacy-policy');
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await expect(home).not.toHaveAttribute('aria-current');
  await expect(page.getByRole('banner').getByRole('img')).toHaveJSProperty('complete', true);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(home).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.route-dashboard main')).toBeVisible();
  const survey = page.getByRole('article').filter({ hasText: 'Pre-event survey' });
  await survey.getByRole('link', { name: 'Answer the questions' }).click();
  await expect(page.locator('.route-preventSurvey main')).toBeVisible();
});

test('layout: on wide screens the menu is a rail that stays visible, and its collapsed state is stored; on a phone it has no button for it (§3)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Set the clock before the summit, when the agenda is long.
  await alignClocks(page);
  await page.clock.setFixedTime('2026-01-01');
  await page.goto('/dashboard');
  const toggle = page.getByRole('button', { name: 'Menu labels' });
  const width = async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width;
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const wide = await width();
  expect(await page.evaluate(() => localStorage.getItem('_preferences'))).toBeNull();

  await toggle.click();
  expect(await page.evaluate(() => localStorage.getItem('_preferences'))).toBe('{"collapseNavigation":true}');
  expect(await width()).toBeLessThan(Number(wide) / 2);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  // §4: every change is saved.
  await toggle.click();
  expect(await page.evaluate(() => localStorage.getItem('_preferences'))).toBe('{"collapseNavigation":false}');
  await toggle.click();
  const home = page.getByRole('link', { name: 'Home', exact: true });
  await expect(home).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(toggle).toBeInViewport({ ratio: 1 });
  await expect(home).toBeInViewport({ ratio: 1 });
  // If another element covered it, it could not be clicked.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(toggle).toBeHidden();
});

test('layout: the title names the page, or its item, and the event, and the focus moves to the heading', async ({
  page,
  server,
}) => {
  const event = await (await page.request.get('/event/event.json')).json();
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/login');
  await expect(page).toHaveTitle(`Sign in · ${event.name}`);
  await page.getByRole('link', { name: /Privacy Policy/ }).click();
  await expect(page).toHaveTitle(`Privacy policy · ${event.name}`);
  await expect(heading).toBeFocused();

  await server.signIn(page);
  for (const address of ['/agenda/agenda/opening', '/polls/pre-event/first-time']) {
    await page.goto(address);
    await expect(heading).toBeVisible();
    await expect(page).toHaveTitle(`${await heading.textContent()} · ${event.name}`);
  }
});

test('layout: the skip link is the first tab stop and skips the menu', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  // The page came as a guest's, without a menu. The app replaces it, and what had the focus.
  await expect(page.getByRole('region', { name: 'Now and next' }).getByRole('article')).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');
});

test('layout: a page opened by a link or its address starts at the top; going back and a reload restore the scroll position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 400 });
  const scroll = () => page.evaluate(() => window.scrollY);
  await page.goto('/privacy-policy');
  await expect(page.getByRole('main')).toContainText(/disclos/i);
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(scroll).toBe(300);
  // Playwright's click would scroll the page first.
  await page.evaluate(() => document.querySelector<HTMLElement>('header a')?.click());
  await expect(page).toHaveURL('/login');
  expect(await scroll()).toBe(0);
  await page.goBack();
  await expect.poll(scroll).toBe(300);

  await page.reload();
  await expect.poll(scroll).toBe(300);
  for (const address of ['/registration', '/privacy-policy']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilQuiet(page);
    expect(await scroll()).toBe(0);
  }
});

test('layout: going back focuses the link that was opened where it is, or the heading where it is gone', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await alignClocks(page);
  await page.clock.setFixedTime('2026-01-01');
  await page.goto('/agenda');
  const heading = page.getByRole('heading', { level: 1 });
  const session = page.getByRole('article').filter({ hasText: 'Closing Circle' });
  const opened = session.getByRole('link');
  await opened.focus();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(1000);
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  const speaker = page.locator('main a[href^="/agenda/speakers/"]').last();
  await speaker.click();
  await expect(page).toHaveURL(/speakers/);
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(speaker).toBeFocused();
  await page.goBack();
  await expect(opened).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await page.keyboard.press('Tab');
  await expect(session.getByRole('button')).toBeFocused();

  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mine' }).click();
  await page.getByRole('article').getByRole('link').click();
  await page.getByRole('button', { name: 'Save this session' }).click();
  // The list, too, has it no more.
  await untilQuiet(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Mine' })).toBeVisible();
  await expect(heading).toBeFocused();
});

test('layout: a bar shows while offline, covers neither the end of the page nor what has the focus, and leaves the side rail its room (decision 035)', async ({
  page,
  server,
}) => {
  const notice = page.getByText('You are offline.');
  await page.goto('/login');
  await goOffline(page);
  await expectAccessible(page);
  await page.context().setOffline(false);
  await server.signIn(page);
  await page.goto('/profile');
  const signOut = page.getByRole('link', { name: 'Sign Out' });
  await expect(signOut).toBeVisible();
  await expect(notice).toHaveCount(0);
  await goOffline(page);
  await expectAccessible(page);
  await page.context().setOffline(false);
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    await goOffline(page);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.evaluate('scrollTo(0, 0)');
    await signOut.focus();
    await expect.poll(async () => (await bottomOf(signOut)) <= (await topOf(notice))).toBe(true);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    expect(await bottomOf(signOut)).toBeLessThanOrEqual(await topOf(notice));
    await signOut.blur();
    await page.context().setOffline(false);
    await expect(notice).toHaveCount(0);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  await goOffline(page);
  await expect(page.getByRole('button', { name: 'Menu labels' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
});

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
const bottomOf = async (element: Locator) => {
  const { y, height } = (await element.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return y + height;
};

const SCREENS = ['dashboard', 'agenda', 'agenda/speakers', 'agenda/agenda/opening', 'polls', 'sponsors', 'profile'];

test('layout: no control moves when the connection is lost and comes back, also with large text (decision 035)', async ({
  page,
  server,
  context,
}) => {
  test.slow();
  await server.signIn(page);
  for (const screen of SCREENS) {
    await page.goto(`/${screen}`);
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await untilQuiet(page);
    for (const percent of [100, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
        // The browser's own correction, which not every phone has.
        document.documentElement.style.setProperty('overflow-anchor', 'none');
      }, percent);
      for (const top of [0, 100_000]) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        const before = await controlPlaces(page);
        await goOffline(page);
        expect(await controlPlaces(page), `${screen}, ${percent} %, scrolled to ${top}, lost`).toEqual(before);
        await context.setOffline(false);
        await expect(page.getByText('You are offline')).toHaveCount(0);
        expect(await controlPlaces(page), `${screen}, ${percent} %, scrolled to ${top}, back`).toEqual(before);
      }
    }
  }
});
