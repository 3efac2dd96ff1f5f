import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const SENT = 'A verification code has been sent to your phone number. Please check your messages.';

const phoneField = (page: Page) => page.getByLabel('Phone Number', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account or Sign In' });

test('login: heading, field, button and footer are those of §2', async ({ page }) => {
  await page.goto('/login');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your phone number');
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(phoneField(page)).toHaveAttribute('type', 'tel');
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByText('By continuing you agree to the')).toBeVisible();
  await page.getByRole('link', { name: 'Privacy Policy and Terms of Use' }).click();
  await expect(page).toHaveURL('/privacy-policy');
});

test('login: neither header nor menu is shown (§2)', async ({ page }) => {
  await page.goto('/login');
  await expect(submit(page)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('login: phone is required, on submit and on blur (§5)', async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expect(phoneField(page)).toHaveAccessibleDescription('Required');
  await expect(phoneField(page)).toBeFocused();

  await page.reload();
  await phoneField(page).focus();
  await phoneField(page).blur();
  await expect(phoneField(page)).toHaveAccessibleDescription('Required');
  await expect(submit(page)).toBeEnabled();
});

test('login: after the first attempt the button is disabled while the form is invalid (§2)', async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expect(submit(page)).toBeDisabled();

  await phoneField(page).fill('2');
  await expect(submit(page)).toBeEnabled();
  await expect(phoneField(page)).toHaveAccessibleDescription('');
  await phoneField(page).fill('   ');
  await expect(submit(page)).toBeDisabled();
});

test('login: a spinner and a disabled button while submitting; one press, one call (§2)', async ({ page, server }) => {
  const { profile } = await server.register();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/login')) calls += 1;
  });
  const release = await holdCalls(page, '**/api/public/login');
  await page.goto('/login');
  await phoneField(page).fill(profile.phone);
  await submit(page).dblclick();

  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText(SENT)).toBeVisible();
  expect(calls).toBe(1);
});

for (const [phone, query, shown] of [
  ['(202) 555-0143', '?phone=%28202%29+555-0143', '(202) 555-0143'],
  ['+1 202 555 0143', '?phone=%28202%29+555-0143', '(202) 555-0143'],
  ['not a number', '?phone=not+a+number', 'not a number'],
] as const) {
  test(`login: a failure for ${phone} leads to registration with the phone prefilled (§2, §8)`, async ({ page }) => {
    await page.goto('/privacy-policy');
    await page.goto('/login');
    await phoneField(page).fill(phone);
    await submit(page).click();

    await expect(page).toHaveURL(`/registration${query}`);
    await expect(page.getByLabel('Phone Number')).toHaveValue(shown);
    await page.goBack();
    await expect(page, 'the login screen was replaced').toHaveURL('/privacy-policy');
  });
}

test('login: the email in the address is sent with the call and passed to registration (§2)', async ({ page }) => {
  await page.goto('/login?email=maya%2Bone%40example.com');
  await phoneField(page).fill('2025550143');
  const request = page.waitForRequest('**/api/public/login');
  await submit(page).click();

  expect((await request).postDataJSON()).toEqual({ phone: '(202) 555-0143', email: 'maya+one@example.com' });
  await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143&email=maya%2Bone%40example.com');
});

for (const status of [409, 429, 503]) {
  test(`login: ${status} shows its message and keeps the form (decision 026)`, async ({ page }) => {
    await page.goto('/login');
    const message = 'Please try again in 5 minutes.';
    await page.route('**/api/public/login', (route) => route.fulfill({ status, json: { message, traceId: 'x' } }), {
      times: 1,
    });
    await phoneField(page).fill('(202) 555-0143');
    await submit(page).click();

    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(phoneField(page)).toHaveValue('(202) 555-0143');
    await submit(page).click();
    await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143');
  });
}

const UNANSWERED = [
  ['no network', undefined, 'The server could not be reached.'],
  ["a captive portal's page", { status: 200, contentType: 'text/html', body: '<h1>Accept</h1>' }, 'could not be read'],
  ["a portal's 404", { status: 404, contentType: 'text/html', body: '<h1>Accept</h1>' }, 'could not be read'],
  ["a proxy's 502", { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 'could not be read'],
  ['JSON of something else', { status: 403, json: { error: 'blocked' } }, 'Something went wrong.'],
] as const;

for (const [what, answer, message] of UNANSWERED) {
  test(`login: ${what} says nothing about the number: it is reported, and the form stays (decision 026)`, async ({
    page,
  }) => {
    await page.goto('/login');
    await page.route('**/api/public/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await phoneField(page).fill('(202) 555-0143');
    await submit(page).click();

    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page).toHaveURL('/login');
    await expect(phoneField(page)).toHaveValue('(202) 555-0143');
    await expectAccessible(page);
    await submit(page).click();
    await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143');
  });
}

test('login: an answer that never comes is reported after 20 seconds, and the form stays (decision 026)', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await page.route('**/api/public/login', () => {});
  await phoneField(page).fill('(202) 555-0143');
  const requested = page.waitForRequest('**/api/public/login');
  await submit(page).click();
  await requested;
  await page.clock.runFor(21_000);

  await expect(page.getByRole('alert')).toContainText('The server took too long to answer.');
  await expect(page).toHaveURL('/login');
});

test('login: credentials in the answer are stored (decision 031)', async ({ page, server }) => {
  const credentials = await server.register();
  await page.route('**/api/public/login', (route) => route.fulfill({ json: credentials }));
  await page.goto('/login');
  await phoneField(page).fill(credentials.profile.phone);
  await submit(page).click();

  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? 'null'))).toEqual(credentials);
});

test('login: redirects a signed-in attendee to the dashboard, replacing history (§2)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/privacy-policy');
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy');
});

test('login: the number is formatted while typing', async ({ page }) => {
  await page.goto('/login');
  const library = page.waitForResponse(/usPhone/);
  await phoneField(page).focus();
  await library;
  await phoneField(page).pressSequentially('2025550143');
  await expect(phoneField(page)).toHaveValue('(202) 555-0143');
});
