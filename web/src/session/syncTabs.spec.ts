import { expect, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import { storeCredentials } from '@companion/testkit/storeCredentials';

test.use({ reuseServer: true });

const TOKEN = '_token';

test('tabs: credentials that another tab stores are adopted and not stored again (§4)', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/privacy-policy');
  const credentials = await server.register({ firstName: 'Bea' });
  const other = await context.newPage();
  await other.goto('/privacy-policy');
  const stored: string[] = [];
  await page.exposeFunction('recordStored', (key: string) => stored.push(key));
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      // Exposed above: not in the DOM's types.
      Reflect.get(window, 'recordStored')(key);
      setItem.call(this, key, value);
    };
    localStorage.setItem('watched', 'yes');
  });
  await storeCredentials(other, credentials);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bea');
  expect(stored).toContain('watched');
  expect(stored).not.toContain(TOKEN);
});

test('tabs: a refresh token that changes alone is adopted, too (§4)', async ({ page, context, server }) => {
  const credentials = await server.signIn(page);
  await page.goto('/profile/edit');
  const other = await context.newPage();
  // Not the app's: that would refresh, too.
  await other.goto('/event/event.json');
  // Any request may be the first that finds the session expired, and the refusal of the changed token signs out.
  const refresh = page.waitForRequest('**/api/public/refresh');
  await storeCredentials(other, { ...credentials, refresh_token: 'changed' });
  server.clock.advance(11 * 60_000);
  const profile = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
  const openProfile = profile.click().catch(() => {});

  expect((await refresh).postDataJSON()).toEqual({ refresh_token: 'changed' });
  await openProfile;
});

test('tabs: a sign-in to another account shows no data of the previous one, also after the back-forward cache; invalid credentials are not adopted (§4)', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  const other = await context.newPage();
  await other.goto('/privacy-policy');
  // This listener runs last, after the app's.
  await page.evaluate(() =>
    addEventListener('storage', () => {
      document.documentElement.dataset.heard = 'yes';
    }),
  );
  await other.evaluate((key) => localStorage.setItem(key, '{"profile":'), TOKEN);
  await expect(page.locator('html')).toHaveAttribute('data-heard', 'yes');
  await nextFrames(page);
  await expect(page).toHaveURL('/dashboard');

  const requested = page.waitForRequest('**/api/public/content');
  const next = await server.register({ firstName: 'Bea' });
  await storeCredentials(other, next);

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bea');
  expect((await requested).headers().authorization).toBe(`Bearer ${next.access_token}`);

  const comeBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  // It has heard of nothing in the meantime.
  await storeCredentials(page, await server.register({ firstName: 'Cleo' }));
  await comeBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cleo');
  await page.evaluate((key) => localStorage.removeItem(key), TOKEN);
  await comeBack();
  await expect(page).toHaveURL('/login');
});
