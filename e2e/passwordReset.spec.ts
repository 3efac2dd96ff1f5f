import { expect, test } from '@companion/testkit/browserTest';

test('password reset: the mailed link sets a new password, which ends every session of the account', async ({
  page,
  server,
  browser,
}) => {
  const session = await server.register({ firstName: 'Maya' });
  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage();
  await server.signIn(elsewhere, session);
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible();

  await test.step('a reset link is requested and mailed', async () => {
    await page.goto('/lost-password');
    // Addresses are not case-sensitive.
    await page.getByLabel('Email').fill(session.profile.email.toUpperCase());
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('expect an email')).toBeVisible();
  });

  await test.step('only the newest link sets a password', async () => {
    server.clock.advance(61_000);
    await page.goto('/lost-password');
    await page.getByLabel('Email').fill(session.profile.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('expect an email')).toBeVisible();
    const [newest, older] = (await server.outbox()).map(({ text }) => /http\S+/.exec(text)?.[0] ?? '');
    await page.goto(older ?? '');
    await expect(page.getByRole('heading', { name: 'Reset password token has expired.' })).toBeVisible();
    await page.goto(newest ?? '');
    await page.getByLabel('New Password').fill('cedar and stone');
    await page.getByLabel('Confirm Password').fill('cedar and stone');
    await page.getByRole('button', { name: 'Save Password' }).click();
    await expect(
      page.getByRole('heading', { name: 'Your password has been successfully updated. Please log in.' }),
    ).toBeVisible();
  });

  await test.step('sessions on other devices have ended', async () => {
    // A node may take 5 s to notice that a session has ended (decision 031).
    server.clock.advance(6_000);
    await elsewhere.goto('/polls');
    await expect(elsewhere).toHaveURL('/login');
  });
});
