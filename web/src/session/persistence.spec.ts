import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, registerIn, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('session: anything but a session in storage counts as signed out', async ({ page }) => {
  for (const broken of ['{', 'null', '[]', '{"profile":{"id":1}}', '{"access_token":"a","refresh_token":"b"}']) {
    await test.step(`${broken} in storage counts as signed out`, async () => {
      await beginVisit(page);
      await page.evaluate((text) => {
        localStorage.setItem('_token', text);
        localStorage.setItem('_preferences', text);
      }, broken);
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your phone number');
    });
  }
});

test('session: without storage, sign-in works until the tab is closed', async ({ page, server }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  const { profile } = await registerIn(page, server);
  await page.goto('/login');
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button').click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const [sms] = await server.outbox();
  await page.getByLabel('Verification code').fill(/\d{6}/.exec(sms?.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  // The tab refreshes the session that only it has.
  server.clock.advance(11 * 60_000);
  await page.getByRole('link', { name: /Home/ }).first().click();
  await expect(page).toHaveURL('/dashboard');
});

test('session: storing a changed profile keeps tokens that another tab has renewed', async ({ page, server }) => {
  const credentials = await server.signIn(page);
  await page.goto('/prevent-survey');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const renewed = { ...credentials, access_token: `${credentials.access_token}x` };
  // Stands for a recent write of another tab. This tab writes it, so it gets no storage event.
  await page.evaluate((text) => localStorage.setItem('_token', text), JSON.stringify(renewed));
  const changed = { ...credentials.profile, firstName: 'Bea' };
  await page.route('**/api/public/accounts/*', (route) => route.fulfill({ json: { results: changed } }));
  await page.evaluate(() => {
    history.pushState(null, '', '/complete-registration');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? 'null')))
    .toEqual({ ...renewed, profile: changed });
});
