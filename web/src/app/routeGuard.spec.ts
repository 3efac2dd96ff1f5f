import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('guard: protected pages redirect a guest to login, replacing history (§2)', async ({ page }) => {
  for (const path of ['/logout', '/prevent-survey', '/postevent-survey', '/dashboard', '/polls/pre-event/any']) {
    await test.step(`${path} redirects a guest to login, replacing history`, async () => {
      await beginVisit(page);
      await page.goto('/privacy-policy');
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe(path);
      await page.goBack();
      await expect(page).toHaveURL('/privacy-policy');
    });
  }
});

test('guard: signing in opens the requested page, with its query (decision 031)', async ({ page, server }) => {
  const { profile } = await server.register();
  await page.goto('/prevent-survey?x=1');
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button').click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const [sms] = await server.outbox();
  await page.getByLabel('Verification code').fill(/\d{6}/.exec(sms?.text ?? '')?.[0] ?? '');
  await expect(page).toHaveURL('/prevent-survey?x=1');
});

test('guard: shows the page to a signed-in attendee (§2)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
