import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Link' });
const sent = (page: Page) => page.getByRole('heading', { level: 1, name: 'Check your email' });

test('lost password: the field shows its message on blur, on change and on submit (§5)', async ({ page }) => {
  await page.goto('/lost-password');
  await email(page).focus();
  await email(page).blur();
  await expect(email(page)).toHaveAccessibleDescription('Required');
  await expect(send(page)).toBeEnabled();
  await email(page).fill('maya@');
  await expect(email(page)).toHaveAccessibleDescription('Invalid email address');
  await send(page).click();
  await expect(email(page)).toBeFocused();
  await expect(send(page)).toBeDisabled();
  await expectAccessible(page);
  await email(page).fill('maya@example.com');
  await expect(email(page)).toHaveAccessibleDescription('');
  await expect(send(page)).toBeEnabled();
});

test('lost password: on success it says to expect an email and links to login; an attendee is led to / (§2)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  await page.goto('/lost-password');
  await email(page).fill(profile.email);
  await send(page).click();
  await expect(sent(page)).toBeFocused();
  await expect(page.getByText(`If ${profile.email} is registered, expect an email`)).toBeVisible();
  await expect(email(page)).toHaveCount(0);
  const mails = await server.outbox();
  expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['mail', profile.email]]);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');

  await server.signIn(page);
  await page.goto('/lost-password');
  await expect(page).toHaveURL('/');
  await expect(page).toHaveURL('/dashboard');
});

test('lost password: a failed call keeps the form, the button is busy during the next, and an unknown address gets the same answer (§5, §8, decision 034)', async ({
  page,
  server,
}) => {
  const address = '**/api/public/auth/send-reset-password';
  const release = await holdCalls(page, address);
  // The route that was added last comes first.
  await page.route(address, (route) => route.abort(), { times: 1 });
  await page.goto('/lost-password');
  await email(page).fill('unknown@example.com');
  await send(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(email(page)).toHaveValue('unknown@example.com');

  await send(page).click();
  await expect(send(page)).toBeDisabled();
  await expect(send(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(sent(page)).toBeVisible();
  await expect(page.getByText('If unknown@example.com is registered, expect an email')).toBeVisible();
  expect(await server.outbox()).toEqual([]);
});
