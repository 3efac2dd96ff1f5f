import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('splash: the event and a progress bar, without header and menu, and after 2 seconds the dashboard, or login without a session, replacing history (§2, §9)', async ({
  page,
  server,
}) => {
  const event = await (await page.request.get('/event/event.json')).json();
  await beginVisit(page, await server.register());
  await page.goto('/privacy-policy');
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await expect(page.getByRole('progressbar', { name: 'Opening the app' })).toBeVisible();
  // From here on the test controls the page's clock.
  await page.clock.pauseAt(1900);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy');

  await page.clock.resume();
  await beginVisit(page);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});
