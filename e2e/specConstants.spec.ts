import { expect, registerIn, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

/* The constants of §9 in a browser: storage keys, the parameter, the lock and the cache. */

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

test('constants: a session is stored under _token, _preferences and authToken, and no other key (§9)', async ({
  page,
  server,
}) => {
  const { profile } = await registerIn(page, server);
  await page.request.post('/api/public/login', { data: { phone: profile.phone } });
  await expect.poll(async () => (await server.outbox()).length).toBe(1);
  const link = /http\S+/.exec((await server.outbox())[0]?.text ?? '')?.[0] ?? '';
  const token = new URL(link).searchParams.get('t');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/dashboard?t=${token}`);
  await page.getByRole('button', { name: 'Menu labels' }).click();

  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['_preferences', '_token', 'authToken']);
  const { _token, _preferences, authToken } = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(JSON.parse(_token)).sort()).toEqual(['access_token', 'profile', 'refresh_token']);
  expect(JSON.parse(_preferences)).toEqual({ collapseNavigation: true });
  expect(authToken).toBe(token);
});

test('constants: the network flag starts as the browser reports it (§3)', async ({ page }) => {
  for (const online of [true, false]) {
    await test.step(`the browser reports ${online}`, async () => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true });
      }, online);
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('You are offline')).toHaveCount(online ? 0 : 1);
    });
  }
});

test('constants: a refresh holds the lock named refresh (§7, §9)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  server.clock.advance(11 * 60_000);
  // The tab that follows what is live holds a lock of its own.
  const locks = async () => {
    const held = await page.evaluate(async () => (await navigator.locks.query()).held ?? []);
    return held.filter(({ name }) => name !== 'live').map(({ name, mode }) => `${name} ${mode}`);
  };
  let during: string[] | undefined;
  await page.route('**/api/public/refresh', async (route) => {
    during = await locks();
    await route.continue();
  });
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect.poll(() => during).toEqual(['refresh exclusive']);
  await expect.poll(locks).toEqual([]);
});

test('constants: unused data is kept for 0 seconds: opening a page again fetches again (§7, §9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/content')) requested += 1;
  });
  for (const times of [1, 2, 3]) {
    await page.goto('/profile');
    // As the app starts, and as the attendee comes to the page. A page that opens during a request shares its answer.
    await expect.poll(() => requested).toBe(2 * times - 1);
    await untilQuiet(page);
    await menuLink(page, 'Home').click();
    await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
    await expect.poll(() => requested).toBe(2 * times);
  }
  await test.step('of a query that one page alone uses, nothing is shown before its next answer', async () => {
    await menuLink(page, 'Profile').click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect(page.getByLabel('First Name')).toBeVisible();
    await menuLink(page, 'Home').click();
    await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
    const release = await holdCalls(page, /public\/accounts\//);
    await menuLink(page, 'Profile').click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' }).first()).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveCount(0);
    release();
    await expect(page.getByLabel('First Name')).toBeVisible();
  });
});
