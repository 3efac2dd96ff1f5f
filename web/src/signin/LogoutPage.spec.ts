import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('logout: clears session and link token, notifies the server and opens login (§2, §4)', async ({
  page,
  server,
}) => {
  const { refresh_token } = await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(() => localStorage.setItem('authToken', 'a-link'));
  const logoutCall = page.waitForResponse('**/api/public/logout');
  await page.goto('/logout');

  await expect(page).toHaveURL('/login');
  expect((await logoutCall).request().postDataJSON()).toEqual({ refresh_token, token: 'a-link' });
  expect(await page.evaluate(() => [localStorage.getItem('_token'), localStorage.getItem('authToken')])).toEqual([
    null,
    null,
  ]);
  const refused = await fetch(`${server.url}/api/public/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  expect(refused.status).toBe(401);
});

test('logout: does not wait for a server that cannot be reached (decision 031)', async ({ page, server }) => {
  await server.signIn(page);
  await page.route('**/api/public/logout', (route) => route.abort());
  await page.goto('/logout');

  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('logout: the next sign-in leads to the dashboard, not to logout', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  const { profile } = await server.register();
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button').click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const [sms] = await server.outbox();
  await page.getByLabel('Verification code').fill(/\d{6}/.exec(sms?.text ?? '')?.[0] ?? '');

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});
