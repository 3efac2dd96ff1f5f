import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const text = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Send Feedback' });
const received = ({ services: { db } }: TestServer) =>
  db.selectFrom('feedback').select(['account_id', 'message']).execute();

test('feedback: a message is required, on blur, on change and on submit (§5)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).focus();
  await text(page).blur();
  await expect(text(page)).toHaveAccessibleDescription('Message is required');
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  await expect(text(page)).toHaveAccessibleDescription('Message is required');
  await expect(text(page)).toBeFocused();
  await expect(send(page)).toBeDisabled();
  await text(page).fill('   ');
  await expect(text(page)).toHaveAccessibleDescription('Message is required');
  // What is pasted is not cut in silence.
  await text(page).fill('x'.repeat(5001));
  await expect(text(page)).toHaveAccessibleDescription('Must be 5000 characters or less');
  await expect(text(page)).toHaveValue('x'.repeat(5001));
  await text(page).fill('More tea');
  await expect(text(page)).toHaveAccessibleDescription('');
  await expect(send(page)).toBeEnabled();
});

test('feedback: is sent once, shows a toast and leads back to the profile (§8); meanwhile the button is busy and keeps the focus (§5)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('  More time between sessions\nand tea  ');
  const release = await holdCalls(page, '**/api/public/feedback');
  const sending = page.waitForRequest('**/api/public/feedback');
  await send(page).click();
  await expect(send(page)).toBeDisabled();
  await expect(send(page)).toHaveAttribute('aria-busy', 'true');
  await expect(send(page)).toBeFocused();
  // Neither a click nor Enter sends it again.
  await page.keyboard.press('Enter');
  release();
  const request = await sending;
  expect(request.postDataJSON()).toEqual({ message: 'More time between sessions\nand tea' });
  expect(request.headers()['idempotency-key']).toMatch(/^\w{16,}$/);
  const toast = page.getByRole('alert');
  await expect(toast).toHaveText('Your message has been sent. Thank you for your feedback.');
  await expect(page).toHaveURL('/profile');
  expect(await received(server)).toEqual([{ account_id: profile.id, message: 'More time between sessions\nand tea' }]);
});

test('feedback: sent again by itself after a lost answer, it is stored once (decisions 032, 039)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea');
  let requests = 0;
  await loseAnswers(page, '**/api/public/feedback', () => {
    requests += 1;
    return requests === 1;
  });
  await send(page).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('alert').filter({ hasText: 'Saved on this phone.' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Everything you did offline has been sent.' })).toBeVisible();
  expect(requests).toBe(2);
  expect(await received(server)).toHaveLength(1);
});

test('feedback: a form opened before the answer shows that it is being sent (decision 026)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea');
  const release = await holdCalls(page, '**/api/public/feedback');
  await send(page).click();
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Give Us Feedback' }).click();
  await expect(text(page)).toHaveValue('More tea');
  await expect(text(page)).toHaveAttribute('readonly');
  await expect(page.getByText('This message is not sent yet.')).toHaveCount(0);
  await expect(send(page)).toBeDisabled();
  await send(page).press('Enter');
  release();
  await expect(page.getByRole('alert')).toHaveText('Your message has been sent. Thank you for your feedback.');
  await expect(text(page)).toHaveValue('');
  await expect(send(page)).toBeEnabled();
  expect(await received(server)).toHaveLength(1);
});

test('feedback: sent again by itself after a reload that lost the answer, it is stored once (decision 039)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea');
  const requests: unknown[] = [];
  // The server has stored the first one, but its answer is lost.
  await page.route('**/api/public/feedback', (route) => {
    requests.push(route.request());
    return requests.length === 1 ? void route.fetch() : route.continue();
  });
  await send(page).click();
  await expect.poll(() => received(server)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Everything you did offline has been sent.' })).toBeVisible();
  await expect(text(page)).toHaveValue('');
  expect(requests).toHaveLength(2);
  expect(await received(server)).toHaveLength(1);
});

test('feedback: one that was on its way when the phone closed the app on another page is sent once, and leaves no draft (decision 026)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea ');
  const release = await holdCalls(page, '**/api/public/feedback');
  const sending = page.waitForRequest('**/api/public/feedback');
  await send(page).click();
  await sending;
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('link', { name: 'Give Us Feedback' })).toBeVisible();
  // As where the app is killed: a page that is left drops the draft as its request is aborted.
  const stored = await page.evaluate(() => Object.entries(sessionStorage));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, stored);
  await page.reload();
  release();
  await expect(page.getByRole('alert').filter({ hasText: 'Everything you did offline has been sent.' })).toBeVisible();
  await page.getByRole('link', { name: 'Give Us Feedback' }).click();
  await expect(text(page)).toHaveValue('');
  await expect(page.getByText('This message is not sent yet.')).toHaveCount(0);
  expect(await received(server)).toHaveLength(1);
});

test('feedback: the draft survives going back and a reload, and is deleted once sent', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea');
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await page.goBack();
  await expect(text(page)).toHaveValue('More tea');
  await page.reload();
  await expect(text(page)).toHaveValue('More tea');
  await expect(page.getByText('This message is not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(text(page)).toHaveValue('');
  await text(page).fill('More tea');
  await send(page).click();
  await page.getByRole('link', { name: 'Give Us Feedback' }).click();
  await expect(text(page)).toHaveValue('');
});

test('feedback: of two messages that wait, neither is offered as unsent after a reload (decision 026)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.route('**/api/public/feedback', (route) => route.abort());
  const link = page.getByRole('link', { name: 'Give Us Feedback' });
  await page.goto('/profile/give-us-feedback');
  await text(page).fill('More tea');
  await send(page).click();
  await expect(page).toHaveURL('/profile');
  await link.click();
  await text(page).fill('Less talk');
  const draft = await page.evaluate(() => Object.entries(sessionStorage));
  await send(page).click();
  await expect(page).toHaveURL('/profile');
  // As where the app is killed while it is being sent.
  await page.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, draft);
  await page.reload();
  await link.click();
  await expect(page.getByText('A message of yours is waiting to send.')).toBeVisible();
  await expect(text(page)).toHaveValue('');
});
