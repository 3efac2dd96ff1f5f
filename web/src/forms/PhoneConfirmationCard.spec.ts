import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { phoneCard } from '@companion/testkit/confirmPhone';
import { readSignIn } from '@companion/testkit/readSignIn';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const LOGIN = '**/api/public/login';
const SMS_LOGIN = '**/api/sms/login';
/** No node trusts an ended session for longer. */
const SESSION_CHECK_MS = 6000;

const textMe = (page: Page) => phoneCard(page).getByRole('button', { name: 'Text Me a Code' });
const codeField = (page: Page) => phoneCard(page).getByLabel('Verification code');
const storedToken = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? 'null'));

async function textedCode(page: Page, server: TestServer): Promise<string> {
  await textMe(page).click();
  await expect(codeField(page)).toBeFocused();
  return readSignIn((await server.outbox())[0]?.text ?? '').code;
}

test('confirmation: one tap texts a code, which confirms the account and takes the card from every tab (decision 056)', async ({
  page,
  context,
  server,
}) => {
  const before = await server.signIn(page);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(phoneCard(other)).toBeVisible();
  await expect(phoneCard(page)).toContainText(
    'Your answers and questions count on stage once your number is confirmed.',
  );
  await expectAccessible(page);

  const code = await textedCode(page, server);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(phoneCard(page)).toContainText(before.profile.phone);
  await expectAccessible(page);
  await codeField(page).fill(code);

  await expect(page.getByRole('alert')).toContainText('Your phone number is confirmed.');
  await expect(phoneCard(page)).toHaveCount(0);
  await expect(phoneCard(other)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const after = await storedToken(page);
  expect(after.profile).toEqual({ ...before.profile, confirmed: true });
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect((await server.outbox()).filter(({ kind }) => kind === 'sms')).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
  await expect(phoneCard(page)).toHaveCount(0);
});

test('confirmation: it can be put aside for the visit, and another one asks again (decision 056)', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await phoneCard(page).getByRole('button', { name: 'Not Now' }).click();
  await expect(phoneCard(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
  await expect(phoneCard(page)).toHaveCount(0);

  const visit = await context.newPage();
  await visit.goto('/dashboard');
  await expect(phoneCard(visit)).toBeVisible();
});

test('confirmation: a back office that says nothing about it is asked for nothing (decision 056)', async ({
  page,
  server,
}) => {
  const { profile, ...tokens } = await server.register();
  const { confirmed: _, ...withoutIt } = profile;
  await server.signIn(page, { profile: withoutIt, ...tokens });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pre-event survey' })).toBeVisible();
  await expect(phoneCard(page)).toHaveCount(0);
});

test('confirmation: what fails is said on the card, which stays, and fits 320 px with text of twice the size', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect(textMe(page)).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(320);
  await page.route(LOGIN, (route) => route.abort(), { times: 1 });
  await textMe(page).click();
  await expect(phoneCard(page).getByRole('alert')).toContainText('The server could not be reached.');
  await page.route(LOGIN, (route) => route.fulfill({ status: 429, json: { message: 'Try again in 5 minutes.' } }), {
    times: 1,
  });
  await textMe(page).click();
  await expect(phoneCard(page).getByRole('alert')).toHaveText('Try again in 5 minutes.');
  await expectAccessible(page);

  const code = await textedCode(page, server);
  expect(await width()).toBeLessThanOrEqual(320);
  await expect(phoneCard(page).getByRole('alert')).toHaveCount(0);
  await codeField(page).fill(code === '123456' ? '654321' : '123456');
  await expect(codeField(page)).toHaveAccessibleDescription(/code/i);
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  expect((await storedToken(page)).profile.confirmed).toBe(false);
  await codeField(page).fill(code);
  await expect(phoneCard(page)).toHaveCount(0);
});

test('confirmation: a number that cannot be texted leads to the profile', async ({ page, server }) => {
  const { profile } = await server.signIn(page);
  await server.services.db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: server.clock.now(), sms_undeliverable_code: '30006', email_proved_at: 1 })
    .where('id', '=', profile.id)
    .execute();
  await page.goto('/dashboard');
  await textMe(page).click();
  await expect(phoneCard(page).getByRole('alert')).toContainText('Your number could not be texted.');
  await expect(codeField(page)).toHaveCount(0);
  await phoneCard(page).getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/profile/edit');
});

test('confirmation: tabs that call while the first proof ends their session stay signed in, with their drafts and unsent writes', async ({
  page,
  context,
  server,
}) => {
  const before = await server.signIn(page);
  await page.goto('/dashboard');
  const writer = await context.newPage();
  await writer.goto('/profile/give-us-feedback');
  await writer.getByLabel('Message').fill('Longer breaks');
  const caller = await context.newPage();
  await caller.goto('/agenda/agenda/opening');
  await caller.route('**/api/public/content/votes', (route) => route.abort());
  await caller.getByRole('button', { name: 'Vote up' }).click();
  await expect(caller.getByText('Waiting to send').first()).toBeVisible();

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isProved, resolve: prove } = Promise.withResolvers<void>();
  await page.route(SMS_LOGIN, async (route) => {
    const response = await route.fetch();
    prove();
    await held;
    await route.fulfill({ response });
  });
  await codeField(page).fill(await textedCode(page, server));
  await isProved;
  server.clock.advance(SESSION_CHECK_MS);
  const rejected = caller.waitForResponse((response) => response.status() === 401);
  await caller.getByRole('link', { name: 'Profile' }).click();
  await caller.getByRole('link', { name: 'Edit Profile' }).click();
  await rejected;
  release();

  await expect(phoneCard(page)).toHaveCount(0);
  await expect(caller.getByLabel('First Name')).toHaveValue(before.profile.firstName);
  await expect(caller).toHaveURL('/profile/edit');
  await expect(writer.getByLabel('Message')).toHaveValue('Longer breaks');
  await caller.unroute('**/api/public/content/votes');
  await caller.reload();
  const votes = () => server.services.db.selectFrom('votes').select('vote').execute();
  await expect.poll(votes).toEqual([{ vote: 'up' }]);
  await writer.getByRole('button', { name: 'Send' }).click();
  const messages = () => server.services.db.selectFrom('feedback').select('message').execute();
  await expect.poll(messages).toEqual([{ message: 'Longer breaks' }]);
  for (const tab of [page, writer, caller]) {
    expect((await storedToken(tab)).profile.confirmed).toBe(true);
    await expect(tab).not.toHaveURL('/login');
  }
});
