import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { resetLink } from '@companion/testkit/resetLink';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const newPassword = (page: Page) => page.getByLabel('New Password');
const confirmPassword = (page: Page) => page.getByLabel('Confirm Password');
const save = (page: Page) => page.getByRole('button', { name: 'Save Password' });
const expired = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Reset password token has expired.', exact: true });
const updated = (page: Page) =>
  page.getByRole('heading', {
    level: 1,
    name: 'Your password has been successfully updated. Please log in.',
    exact: true,
  });

const VALIDATE = '**/api/public/auth/validate-token';
const PASSWORD = 'a walk by the river';

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmPassword(page).fill(again);
}

test('reset password: validates the token, sets a new password and confirms it (§2, §4)', async ({ page, server }) => {
  const link = await resetLink(server);
  const validating = page.waitForRequest(VALIDATE);
  await page.goto(link);
  const token = new URL(link).searchParams.get('token');
  expect((await validating).postDataJSON()).toEqual({ token });
  await expect(save(page)).toBeEnabled();
  await choose(page, PASSWORD);
  const sending = page.waitForRequest('**/api/public/auth/reset-password');
  await save(page).click();
  expect((await sending).postDataJSON()).toEqual({
    newPassword: PASSWORD,
    confirmPassword: PASSWORD,
    resetToken: token,
  });
  await expect(updated(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');

  await page.goto(link);
  await expect(expired(page)).toBeVisible();
});

test('reset password: without a valid token it has expired, and a new link can be requested (§2)', async ({ page }) => {
  for (const address of ['/reset-password', '/reset-password?token=', '/reset-password?token=no-such-token']) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(expired(page)).toBeVisible();
      await expect(save(page)).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('link', { name: 'Request a new link' }).click();
      await expect(page).toHaveURL('/lost-password');
    });
  }
});

test('reset password: a token is valid for 30 minutes, also while the form is open (§2, decision 034)', async ({
  page,
  server,
}) => {
  const link = await resetLink(server);
  await page.goto(link);
  await choose(page, PASSWORD);
  server.clock.advance(30 * 60_000);
  await save(page).click();
  await expect(expired(page)).toBeVisible();
  await page.goto(link);
  await expect(expired(page)).toBeVisible();
});

test('reset password: each invalid field shows its message until corrected (§5)', async ({ page, server }) => {
  await page.goto(await resetLink(server));
  await save(page).click();
  await expect(newPassword(page)).toHaveAccessibleDescription('5 to 35 characters. Required');
  await expect(newPassword(page)).toBeFocused();
  await expect(save(page)).toBeDisabled();
  await choose(page, 'abcd', 'abcde');
  await expect(newPassword(page)).toHaveAccessibleDescription('5 to 35 characters. Must be 5 characters or more');
  await choose(page, PASSWORD, `${PASSWORD}!`);
  await expect(newPassword(page)).toHaveAccessibleDescription('5 to 35 characters.');
  await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords must match');
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
  await choose(page, PASSWORD);
  await expect(confirmPassword(page)).toHaveAccessibleDescription('');
  await expect(save(page)).toBeEnabled();
});

test('reset password: the confirmation is validated again when the first field changes (§5)', async ({
  page,
  server,
}) => {
  await page.goto(await resetLink(server));
  await newPassword(page).fill(PASSWORD);
  await expect(confirmPassword(page)).toHaveAccessibleDescription('');
  await confirmPassword(page).fill(`${PASSWORD}!`);
  await confirmPassword(page).blur();
  await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords must match');
  await newPassword(page).fill(`${PASSWORD}!`);
  await expect(confirmPassword(page)).toHaveAccessibleDescription('');
});

test('reset password: a validation that fails shows an error toast, and can be retried (§8)', async ({
  page,
  server,
}) => {
  const link = await resetLink(server);
  let answer = { json: { results: false, status: 410, message: 'This link was withdrawn.' } } as object;
  await page.route(VALIDATE, (route) => route.fulfill(answer));
  await page.goto('/reset-password?token=withdrawn');
  await expect(page.getByRole('alert')).toHaveText('This link was withdrawn.');
  await expect(expired(page)).toBeVisible();

  answer = { status: 500, json: { message: 'Broken', traceId: 'x' } };
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Broken');
  await expectAccessible(page);
  await pressTryAgain(page, VALIDATE);
  await expect(save(page)).toBeVisible();
});

test("reset password: the form stays without a network, and shows the server's message on its field (§8, decision 032)", async ({
  page,
  server,
}) => {
  await page.route('**/api/public/auth/reset-password', (route) => route.abort(), { times: 1 });
  await page.goto(await resetLink(server));
  await choose(page, 'password');
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(newPassword(page)).toHaveValue('password');
  await save(page).click();
  await expect(newPassword(page)).toHaveAccessibleDescription(/too common/);
  await expect(newPassword(page)).toBeFocused();
  await choose(page, PASSWORD);
  await save(page).click();
  await expect(updated(page)).toBeVisible();
});
