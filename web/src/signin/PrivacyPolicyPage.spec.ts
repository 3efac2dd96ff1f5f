import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';

test.use({ reuseServer: true });

test('privacy policy: shows policy, terms, non-disclosure and help desk to everyone, and links back (§2)', async ({
  page,
}) => {
  const event = await (await page.request.get('/event/event.json')).json();
  await page.goto('/privacy-policy');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy and Terms of Use');
  await expect(page.getByRole('main')).toContainText(/privacy/i);
  await expect(page.getByRole('main')).toContainText(/terms/i);
  await expect(page.getByRole('main')).toContainText(/disclos/i);
  const helpDesk = page.getByRole('region', { name: 'Help desk' });
  await expect(helpDesk.getByRole('link', { name: event.helpDesk.email })).toHaveAttribute(
    'href',
    `mailto:${event.helpDesk.email}`,
  );
  await expect(helpDesk.getByRole('link', { name: event.helpDesk.phone })).toHaveAttribute('href', /^tel:\+?\d+$/);

  // Back within the app, or to the login screen.
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/registration?phone=2025550143');
  await page.getByRole('link', { name: 'Privacy Policy and Terms of Use' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/registration?phone=2025550143');
});

test.describe('a text with active content', () => {
  test.use({ expectedErrors: ['inline event handler'] });

  test('privacy policy: nothing in the text runs, loads or posts', async ({ page }) => {
    const text =
      '<h2>Terms</h2><p onclick="x()">Be <strong>kind</strong>.</p><img src="/x"><form></form><script>1</script>';
    await page.route('**/event/privacy-policy.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: text }),
    );
    await page.goto('/privacy-policy');

    await expect(page.getByText('Be kind.')).toBeVisible();
    const article = page.getByRole('article');
    await expect(article.locator('img, form, script, [onclick]')).toHaveCount(0);
  });
});

test('privacy policy: without the sanitizer it shows plain text', async ({ page }) => {
  await page.route(/purify/, (route) => route.abort());
  await page.route('**/event/privacy-policy.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Be <strong>kind</strong>.</p>' }),
  );
  await page.goto('/privacy-policy');

  await expect(page.getByText('Be kind.')).toBeVisible();
  await expect(page.locator('article strong')).toHaveCount(0);
});

test('privacy policy: a failed text can be retried', async ({ page }) => {
  await page.route('**/event/privacy-policy.html', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken' } }),
  );
  await page.goto('/privacy-policy');
  await pressTryAgain(page, '**/event/privacy-policy.html');
  await expect(page.getByRole('main')).toContainText(/disclos/i);
});
