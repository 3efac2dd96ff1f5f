import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('splash: a progress bar, and the dashboard after 2 seconds, replacing history (§2, §9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/privacy-policy');
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await expect(page.getByRole('progressbar', { name: 'Opening the app' })).toBeVisible();
  // From here on the test controls the page's clock.
  await page.clock.pauseAt(1900);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy');
});

test('splash: without a session it leads to login (§2)', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test('splash: shows the event, without header and menu', async ({ page }) => {
  await page.clock.install();
  const event = await (await page.request.get('/event/event.json')).json();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
