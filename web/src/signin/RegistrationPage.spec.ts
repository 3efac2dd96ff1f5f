import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Create Profile' });

async function fillIn(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const values = {
    'First Name': 'Maya',
    'Last Name': 'Redfeather',
    Email: 'maya@example.com',
    'Phone Number': '2025550143',
    'Organization Name': 'Blue Mesa LLC',
    ...changes,
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await field(page, 'Organization Type').selectOption('HUBZone');
  await page.getByRole('checkbox').check();
}

test('registration: without the organization types it says so, and they can be loaded again', async ({ page }) => {
  let isOut = true;
  await page.route('**/event/event.json', (route) =>
    isOut ? route.fulfill({ status: 500, json: { message: 'Out of order' } }) : route.continue(),
  );
  await page.goto('/registration');
  await expect(page.getByText('The organization types are not available at the moment.')).toBeVisible();
  await field(page, 'First Name').fill('Maya');
  await expectAccessible(page);
  isOut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(field(page, 'Organization Type').getByRole('option', { name: 'HUBZone' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(field(page, 'First Name')).toHaveValue('Maya');
});

/** The messages on the screen, in the order of the fields. */
const messages = (page: Page) => page.locator('form [aria-live]').filter({ hasText: /\S/ });

test('registration: phone and email from the address prefill the form (§2); each field has its keyboard and autofill', async ({
  page,
}) => {
  await page.goto('/registration?phone=%2B12025550143&email=maya%40example.com');
  await expect(field(page, 'Phone Number')).toHaveValue('(202) 555-0143');
  await expect(field(page, 'Email')).toHaveValue('maya@example.com');
  const attributes = await page
    .locator('form input:not([type=checkbox])')
    .evaluateAll((inputs) => inputs.map((input) => [input.getAttribute('type'), input.getAttribute('autocomplete')]));
  expect(attributes).toEqual([
    [null, 'given-name'],
    [null, 'family-name'],
    ['email', 'email'],
    ['tel', 'tel'],
    [null, 'organization'],
  ]);
});

/** In the order of the fields: an invalid value and its message. The contract's tests cover the other rules. */
const WRONG: [label: string, value: string, message: string][] = [
  ['First Name', 'M', 'Must be 2 characters or more'],
  ['Last Name', 'R'.repeat(36), 'Must be 35 characters or less'],
  ['Email', 'maya@', 'Invalid email address'],
  ['Phone Number', '555-01', 'Phone number must be at least 10 digits'],
  ['Organization Name', ' ', 'Organization name is required'],
];

test('registration: on submit every invalid field shows its message until corrected (§5); every target is 48 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/registration');
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  await expect(messages(page)).toHaveText([
    'First Name is required',
    'Last Name is required',
    'Required',
    'Phone Number is required',
    'Organization name is required',
    'Organization type is required',
    'You must accept the Terms and Conditions',
  ]);
  await expect(field(page, 'First Name')).toBeFocused();
  await expect(submit(page)).toBeDisabled();
  const heights = await page
    .locator('form input:not([type=checkbox]), form select, form button, form label:has([type=checkbox])')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);

  for (const [label, value, message] of WRONG) {
    await field(page, label).fill(value);
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(message);
  }

  await fillIn(page);
  await expect(messages(page)).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  await page.getByRole('checkbox').uncheck();
  await expect(submit(page)).toBeDisabled();
  await expect(messages(page)).toHaveText(['You must accept the Terms and Conditions']);
});

test('registration: a field is validated on blur and again on change (§5); the phone is formatted while typing, and the caret stays', async ({
  page,
}) => {
  await page.goto('/registration');
  await field(page, 'Last Name').focus();
  await field(page, 'Last Name').blur();
  await expect(messages(page)).toHaveText(['Last Name is required']);
  await field(page, 'Last Name').pressSequentially('R');
  await expect(messages(page)).toHaveText(['Must be 2 characters or more']);
  await field(page, 'Last Name').pressSequentially('e');
  await expect(messages(page)).toHaveCount(0);

  const phone = field(page, 'Phone Number');
  await phone.pressSequentially('2025550143');
  await expect(phone).toHaveValue('(202) 555-0143');
  for (let step = 0; step < 4; step += 1) await phone.press('ArrowLeft');
  await phone.press('Backspace');
  await phone.press('Backspace');
  await phone.pressSequentially('6');
  await expect(phone).toHaveValue('(202) 556-0143');
});

test('registration: sends the flags, stores the credentials and goes to the survey (§4)', async ({ page }) => {
  await page.goto('/registration');
  await fillIn(page);
  const sending = page.waitForRequest('**/api/public/accounts');
  await submit(page).click();
  const request = await sending;
  expect(request.postDataJSON()).toEqual({
    firstName: 'Maya',
    lastName: 'Redfeather',
    email: 'maya@example.com',
    phone: '(202) 555-0143',
    organizationName: 'Blue Mesa LLC',
    organizationType: 'HUBZone',
    registrationComplete: true,
    preEventComplete: false,
    postEventComplete: false,
    smsEnabled: true,
  });
  expect(request.headers()['idempotency-key']).toMatch(/^\w{16,}$/);
  await expect(page).toHaveURL('/prevent-survey');
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? '{}'));
  expect(stored.profile).toMatchObject({ firstName: 'Maya', registrationComplete: true, preEventComplete: false });
  expect([typeof stored.access_token, typeof stored.refresh_token]).toEqual(['string', 'string']);
});

test('registration: a taken phone and e-mail show errors on their fields and a toast (§8, decision 032)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  await page.goto('/registration');
  await fillIn(page, { Email: profile.email, 'Phone Number': profile.phone });
  const refusal = page.waitForResponse('**/api/public/accounts');
  await submit(page).click();
  const response = await refusal;
  expect(response.status()).toBe(409);
  await expect(messages(page)).toHaveText([
    'This email address is already registered',
    'This phone number is already registered',
  ]);
  await expect(field(page, 'Email')).toBeFocused();
  const both = 'This phone number is already registered. This email address is already registered.';
  await expect(page.getByRole('alert').filter({ hasText: both })).toBeVisible();
  await expect(page).toHaveURL('/registration');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in with this number' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Phone Number')).toHaveValue(profile.phone);
  await page.goBack();
  await expect(field(page, 'First Name')).toHaveValue('Maya');
  await field(page, 'Email').fill('other@example.com');
  await field(page, 'Phone Number').fill('2025550144');
  await submit(page).click();
  await expect(page).toHaveURL('/prevent-survey');
});

test('registration: sent again after a lost answer, it registers once; during the call the button is busy (§5, decision 032)', async ({
  page,
  server,
}) => {
  const release = await holdCalls(page, '**/api/public/accounts');
  // The route that was added last comes first.
  let requests = 0;
  await loseAnswers(page, '**/api/public/accounts', () => {
    requests += 1;
    return requests === 1;
  });
  await page.goto('/registration');
  await fillIn(page);
  await submit(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(field(page, 'First Name')).toHaveValue('Maya');
  await submit(page).click();
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page).toHaveURL('/prevent-survey');
  const accounts = await server.services.db.selectFrom('accounts').select('email').execute();
  expect(accounts).toEqual([{ email: 'maya@example.com' }]);
});

test('registration: the draft survives a look at the privacy policy and a reload', async ({ page }) => {
  await page.goto('/registration?phone=2025550143');
  await field(page, 'First Name').fill('Maya');
  await page.getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Privacy Policy and Terms of Use' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await page.goBack();
  await expect(field(page, 'First Name')).toHaveValue('Maya');
  await page.reload();
  await expect(field(page, 'First Name')).toHaveValue('Maya');
  await expect(field(page, 'Phone Number')).toHaveValue('(202) 555-0143');
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('registration: of another person on a phone that is signed in, it sends what is unsent first, and signs out (decision 039)', async ({
  page,
  server,
}) => {
  const anna = await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await page.getByRole('textbox', { name: 'Message' }).fill('More tea');
  await page.route('**/api/public/feedback', (route) => route.abort());
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page).toHaveURL('/profile');
  await page.evaluate(() => localStorage.setItem('authToken', 'a-link'));
  await page.goto('/registration');
  await fillIn(page);
  await submit(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You stay signed in' })).toBeVisible();
  await expect(page).toHaveURL('/registration');
  expect(await server.services.db.selectFrom('accounts').select('id').execute()).toEqual([{ id: anna.profile.id }]);

  await page.unroute('**/api/public/feedback');
  const signOut = page.waitForRequest('**/api/public/logout');
  await submit(page).click();
  await expect(page).toHaveURL('/prevent-survey');
  expect((await signOut).postDataJSON()).toEqual({ refresh_token: anna.refresh_token, token: 'a-link' });
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  const { db } = server.services;
  expect(await db.selectFrom('feedback').select(['account_id', 'message']).execute()).toEqual([
    { account_id: anna.profile.id, message: 'More tea' },
  ]);
});
