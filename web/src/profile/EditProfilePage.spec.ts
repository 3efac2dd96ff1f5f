import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
/** The messages on the screen, in the order of the fields. */
const messages = (page: Page) => page.locator('form [aria-live]').filter({ hasText: /\S/ });
const toast = (page: Page) =>
  page
    .locator('.Toastify__toast--success')
    .and(page.getByRole('alert'))
    .filter({ hasText: 'Your profile has been successfully updated.' });
const notice = (page: Page) => page.getByRole('region', { name: 'Change of number' });

const FIELDS = [
  ['First Name', 'firstName'],
  ['Last Name', 'lastName'],
  ['Email', 'email'],
  ['Phone Number', 'phone'],
  ['Organization Name', 'organizationName'],
  ['Organization Type', 'organizationType'],
] as const;

test('profile edit: prefilled from the account, not from the stored profile; saves the fields, and the profile shows them (§2, §8)', async ({
  page,
  server,
}) => {
  const session = await server.register();
  const { profile } = session;
  await server.signIn(page, { ...session, profile: { ...profile, firstName: 'Outdated' } });
  await page.goto('/profile/edit');
  for (const [label, name] of FIELDS) await expect(field(page, label)).toHaveValue(profile[name]);
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  const changes = {
    firstName: 'Grace',
    lastName: 'Hopper',
    organizationName: 'Blue Mesa LLC',
    organizationType: '8(a)',
  };
  await field(page, 'First Name').fill('Grace');
  await field(page, 'Last Name').fill('Hopper');
  await field(page, 'Organization Name').fill('Blue Mesa LLC');
  await field(page, 'Organization Type').selectOption('8(a)');
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  const request = await sending;
  expect(new URL(request.url()).pathname).toBe(`/api/public/accounts/${profile.id}`);
  expect(request.postDataJSON()).toEqual({
    ...changes,
    email: profile.email,
    phone: profile.phone,
    smsEnabled: true,
  });
  await expect(page).toHaveURL('/profile');
  await expect(toast(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
  await expect(page.getByText('Blue Mesa LLC')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? '{}'));
  expect(stored.profile).toEqual({ ...profile, ...changes });
});

const BROKEN = { status: 500, json: { message: 'Profiles are out of order' } };

test('profile edit: stays when saving fails, and can be retried; meanwhile nothing can be typed, because it would be lost', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/edit');
  await field(page, 'First Name').fill('Grace');
  const account = '**/api/public/accounts/*';
  await page.route(account, (route) => (route.request().method() === 'PUT' ? route.fulfill(BROKEN) : route.continue()));
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'out of order' })).toBeVisible();
  await expect(field(page, 'First Name')).toHaveValue('Grace');

  await page.unroute(account);
  const release = await holdCalls(page, account);
  await save(page).click();
  for (const [label] of FIELDS.slice(0, -1)) await expect(field(page, label)).not.toBeEditable();
  await field(page, 'Organization Type')
    .click({ trial: true, timeout: 500 })
    .then(
      () => Promise.reject(new Error('The type can be changed')),
      () => {},
    );
  release();
  await expect(toast(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Tester');
});

test('profile edit: saving keeps changes that another tab has saved in other fields', async ({
  page,
  context,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto('/profile/edit');
  await expect(field(page, 'First Name')).toHaveValue(profile.firstName);
  const other = await context.newPage();
  await other.goto('/profile/edit');
  await field(other, 'First Name').fill('Grace');
  await field(other, 'Organization Name').fill('Of the other tab');
  await save(other).click();
  await expect(other).toHaveURL('/profile');

  await field(page, 'Organization Name').fill('Blue Mesa LLC');
  await save(page).click();
  await expect(page).toHaveURL('/profile');
  const { db } = server.services;
  const saved = await db.selectFrom('accounts').select(['first_name', 'last_name', 'organization_name']).execute();
  expect(saved).toEqual([{ first_name: 'Grace', last_name: profile.lastName, organization_name: 'Blue Mesa LLC' }]);
});

/** In the order of the fields: an invalid value and its message. The contract's tests cover the other rules. */
const WRONG: [label: string, value: string, message: string][] = [
  ['First Name', '', 'First Name is required'],
  ['Last Name', 'R', 'Must be 2 characters or more'],
  ['Email', 'maya@', 'Invalid email address'],
  ['Phone Number', '+44 20 7946 0958', 'Invalid Phone Number'],
  ['Organization Name', ' ', 'Organization name is required'],
];

test('profile edit: every invalid field shows its message, and the button is disabled until all are valid (§5); so does a taken e-mail, with a toast (§8, decision 032)', async ({
  page,
  server,
}) => {
  const other = await server.register();
  const { profile } = await server.signIn(page);
  await page.goto('/profile/edit');
  for (const [label, value, message] of WRONG) {
    await field(page, label).fill(value);
    await expect(field(page, label)).toHaveAccessibleDescription(message);
  }
  await field(page, 'Organization Type').selectOption('');
  await expect(messages(page)).toHaveText([...WRONG.map(([, , message]) => message), 'Organization type is required']);

  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  await expect(field(page, 'First Name')).toBeFocused();
  await expectAccessible(page);
  for (const [label, name] of FIELDS) {
    if (label === 'Organization Type') await field(page, label).selectOption(profile[name]);
    else await field(page, label).fill(profile[name]);
  }
  await expect(messages(page)).toHaveCount(0);
  await expect(save(page)).toBeEnabled();

  await field(page, 'Email').fill(other.profile.email);
  await save(page).click();
  await expect(messages(page)).toHaveText(['This email address is already registered']);
  await expect(field(page, 'Email')).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'already registered' })).toBeVisible();
  await expect(page).toHaveURL('/profile/edit');
});

test('profile edit: a new phone signs in once its code is entered here (decision 022)', async ({ page, server }) => {
  const { profile } = await server.signIn(page, await server.registerProved());
  const fresh = '(202) 555-0177';
  await page.goto('/profile/edit');
  await field(page, 'Phone Number').fill(fresh);
  await save(page).click();

  await expect(toast(page)).toBeVisible();
  await expect(notice(page)).toContainText(`You sign in with your present number, ${profile.phone}`);
  await expect(field(page, 'Verification code')).toBeFocused();

  // The server stores the pending number: it survives a reload and other changes.
  await page.reload();
  await expect(notice(page)).toContainText(fresh);
  await expect(field(page, 'Phone Number')).toHaveValue(fresh);
  await field(page, 'First Name').fill('Grace');
  await save(page).click();
  await expect(toast(page)).toBeVisible();
  await expect(notice(page)).toBeVisible();

  await field(page, 'Verification code').fill('000000');
  await page.getByRole('button', { name: 'Confirm New Number' }).click();
  await expect(field(page, 'Verification code')).toHaveAccessibleDescription(/This code is not valid/);
  const texts = (await server.outbox()).filter(({ to }) => to === '+12025550177');
  expect(texts).toHaveLength(1);
  await field(page, 'Verification code').fill(texts[0]?.text.slice(0, 6) ?? '');
  await page.getByRole('button', { name: 'Confirm New Number' }).click();

  await expect(page.getByRole('alert').filter({ hasText: 'Your phone number has been changed.' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expect(field(page, 'Phone Number')).toHaveValue(fresh);
});

test('profile edit: a new phone that needed a connection can be saved as soon as there is one', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page, await server.registerProved());
  await page.goto('/profile/edit');
  await field(page, 'Phone Number').fill('(202) 555-0177');
  await goOffline(page);
  await save(page).click();
  await expect(messages(page)).toHaveText(['A new number can only be saved with a connection']);
  await context.setOffline(false);
  await expect(messages(page)).toHaveCount(0);
  await expect(save(page)).toBeEnabled();

  // Also where only one answer is lost.
  await page.route('**/api/public/accounts/*', (route) => route.abort(), { times: 1 });
  await save(page).click();
  await expect(messages(page)).toHaveText(['A new number can only be saved with a connection']);
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(toast(page)).toBeVisible();
  await expect(notice(page)).toBeVisible();
});

test('profile edit: a pending phone can be cancelled, and the form then shows the old one (decision 022)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page, await server.registerProved());
  await page.goto('/profile/edit');
  await field(page, 'Phone Number').fill('(202) 555-0177');
  await save(page).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep present number' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(field(page, 'Phone Number')).toHaveValue(profile.phone);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('profile edit: a draft holds only changed fields, is marked, survives a reload, and Discard or Cancel deletes it', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto('/profile/edit');
  await field(page, 'First Name').fill('Grace');
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  // The last name changes on another device.
  await server.services.db.updateTable('accounts').set({ last_name: 'Rivers' }).where('id', '=', profile.id).execute();

  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(field(page, 'First Name')).toHaveValue('Grace');
  await expect(field(page, 'Last Name')).toHaveValue('Rivers');
  await expect(page.getByText('These changes are not saved yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'First Name')).toHaveValue(profile.firstName);
  await expect(field(page, 'First Name')).toBeFocused();
  await expect(page.getByText('These changes are not saved yet.')).toHaveCount(0);

  await field(page, 'Organization Name').fill('Blue Mesa LLC');
  await page.reload();
  await expect(field(page, 'Organization Name')).toHaveValue('Blue Mesa LLC');
  await expect(field(page, 'First Name')).toHaveValue(profile.firstName);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText(profile.organizationName)).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(field(page, 'Organization Name')).toHaveValue(profile.organizationName);
});
