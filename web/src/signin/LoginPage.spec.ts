import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const SENT = 'A verification code has been sent to your phone number. Please check your messages.';

const phoneField = (page: Page) => page.getByLabel('Phone Number', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account or Sign In' });

test('login: heading, field, button and footer are those of §2, without header and menu', async ({ page }) => {
  await page.goto('/login');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your phone number');
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(phoneField(page)).toHaveAttribute('type', 'tel');
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByText('By continuing you agree to the')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('link', { name: 'Privacy Policy and Terms of Use' }).click();
  await expect(page).toHaveURL('/privacy-policy');
});

test('login: phone is required, on blur and on submit, which then disables the button until it is valid (§2, §5)', async ({
  page,
}) => {
  await page.goto('/login');
  await phoneField(page).focus();
  await phoneField(page).blur();
  await expect(phoneField(page)).toHaveAccessibleDescription('Required');
  await expect(submit(page)).toBeEnabled();

  await page.reload();
  await submit(page).click();
  await expect(phoneField(page)).toHaveAccessibleDescription('Required');
  await expect(phoneField(page)).toBeFocused();
  await expect(submit(page)).toBeDisabled();
  await phoneField(page).fill('2');
  await expect(submit(page)).toBeEnabled();
  await expect(phoneField(page)).toHaveAccessibleDescription('');
  await phoneField(page).fill('   ');
  await expect(submit(page)).toBeDisabled();
});

test('login: the number is formatted while typing; a spinner and a disabled button while submitting; one press, one call (§2)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/login')) calls += 1;
  });
  const release = await holdCalls(page, '**/api/public/login');
  await page.goto('/login');
  const library = page.waitForResponse(/usPhone/);
  await phoneField(page).focus();
  await library;
  await phoneField(page).pressSequentially(profile.phone.replace(/\D/g, ''));
  await expect(phoneField(page)).toHaveValue(profile.phone);
  expect(profile.phone).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
  await submit(page).dblclick();

  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText(SENT)).toBeVisible();
  expect(calls).toBe(1);
});

test('login: a failure with a message leads to registration, whatever its status (§2, §8)', async ({ page }) => {
  let status = 0;
  await page.route('**/api/public/login', (route) => route.fulfill(later(status)));
  for (status of [400, 401, 403, 404, 422, 500]) {
    await test.step(`${status}`, async () => {
      await page.goto('/login');
      await phoneField(page).fill('(202) 555-0143');
      await submit(page).click();
      await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143');
    });
  }
});

test('login: a failure leads to registration with the phone prefilled, and with the email of the address (§2, §8)', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  for (const [phone, query, shown] of [
    ['(202) 555-0143', '?phone=%28202%29+555-0143', '(202) 555-0143'],
    ['+1 202 555 0143', '?phone=%28202%29+555-0143', '(202) 555-0143'],
    ['not a number', '?phone=not+a+number', 'not a number'],
  ] as const) {
    await test.step(phone, async () => {
      await page.goto('/login');
      await phoneField(page).fill(phone);
      await submit(page).click();

      await expect(page).toHaveURL(`/registration${query}`);
      await expect(page.getByLabel('Phone Number')).toHaveValue(shown);
      await page.goBack();
      await expect(page, 'the login screen was replaced').toHaveURL('/privacy-policy');
    });
  }
  await test.step('the email is sent with the call, too', async () => {
    await page.goto('/login?email=maya%2Bone%40example.com');
    await phoneField(page).fill('2025550143');
    const request = page.waitForRequest('**/api/public/login');
    await submit(page).click();

    expect((await request).postDataJSON()).toEqual({ phone: '(202) 555-0143', email: 'maya+one@example.com' });
    await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143&email=maya%2Bone%40example.com');
  });
});

const PORTAL = { contentType: 'text/html', body: '<h1>Accept</h1>' };
const later = (status: number) => ({ status, json: { message: `Try again in ${status} minutes.`, traceId: 'x' } });

/** What says nothing about the number. No message is that of the answer before. */
const ANSWERS = [
  ['409', later(409), /^Try again in 409 minutes.$/],
  ["a captive portal's page", { status: 200, ...PORTAL }, /could not be read/],
  ['429', later(429), /^Try again in 429 minutes.$/],
  ["a portal's 404", { status: 404, ...PORTAL }, /could not be read/],
  ['503', later(503), /^Try again in 503 minutes.$/],
  ["a proxy's 502", { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, /could not be read/],
  ['no network', undefined, /The server could not be reached./],
  ['JSON of something else', { status: 403, json: { error: 'blocked' } }, /Something went wrong./],
] as const;

test('login: what says nothing about the number is reported, and the form stays (decision 026)', async ({ page }) => {
  let answer: (typeof ANSWERS)[number][1];
  let isAnswered = true;
  await page.route('**/api/public/login', (route) => {
    if (!isAnswered) return route.continue();
    return answer ? route.fulfill(answer) : route.abort();
  });
  for (const [what, given, message] of ANSWERS) {
    await test.step(what, async () => {
      answer = given;
      isAnswered = true;
      await page.goto('/login');
      await phoneField(page).fill('(202) 555-0143');
      await submit(page).click();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page).toHaveURL('/login');
      await expect(phoneField(page)).toHaveValue('(202) 555-0143');
      await expectAccessible(page);
      isAnswered = false;
      await submit(page).click();
      await expect(page).toHaveURL('/registration?phone=%28202%29+555-0143');
    });
  }
});

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
