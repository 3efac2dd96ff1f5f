import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';

test.use({ reuseServer: true });

test("about us: shows the event pack's text about the summit and the firm (§2), also after a failure", async ({
  page,
  server,
}) => {
  const event = await (await page.request.get('/event/event.json')).json();
  await server.signIn(page);
  await page.route('**/event/about.html', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.goto('/profile/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await pressTryAgain(page, '**/event/about.html');
  await expect(page.getByRole('article')).toContainText('The summit');
  await expect(page.getByRole('article')).toContainText(event.name);
  await expect(page.getByRole('heading', { name: event.host })).toBeVisible();
});
