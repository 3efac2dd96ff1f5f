import { expect, test } from '@companion/testkit/browserTest';
import { shortenPauses } from '@companion/testkit/shortenPauses';

test.use({ reuseServer: true });

const SENTENCE = 'Oops! Sorry, an unexpected error has occurred.';

test('error page: an address that does not exist shows it, and a link leads home (§2)', async ({ page, server }) => {
  await server.signIn(page);
  for (const path of ['/nowhere', '/dashboard/nowhere', '/polls/one-part']) {
    await test.step(`${path} does not exist`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(SENTENCE);
      await page.getByRole('main').getByRole('link').click();
      await expect(page).toHaveURL('/dashboard');
    });
  }
});

test.describe('a page whose code fails to load', () => {
  test.use({ expectedErrors: ['PrivacyPolicyPage'] });

  test.beforeEach(async ({ page }) => {
    await page.route(/PrivacyPolicyPage.*\.js/, (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('link', { name: /Privacy Policy/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SENTENCE);
  });

  test('error page: gets the focus, as any page does that is opened by a link', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('error page: reloads by itself once the network is back (§2)', async ({ page }) => {
    await page.unroute(/PrivacyPolicyPage.*\.js/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy and Terms of Use');
    // The next outage has all its reloads.
    await page.waitForFunction(() => sessionStorage.getItem('reloads') === null);
  });

  test('error page: stops reloading after three times, and Try again waits until the server answers (§2)', async ({
    page,
  }) => {
    // The automatic reloads are spread over seconds at random.
    await shortenPauses(page);
    await page.waitForFunction(() => sessionStorage.getItem('reloads') === '3');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SENTENCE);
    await page.unroute(/PrivacyPolicyPage.*\.js/);
    // A captive portal answers every request.
    await page.route('**/health/ready', (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }));
    const requested = page.waitForRequest('**/health/ready');
    await page.getByRole('button', { name: 'Try again' }).click();
    await requested;
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for the connection' })).toBeVisible();
    await page.unroute('**/health/ready');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy and Terms of Use');
  });
});
