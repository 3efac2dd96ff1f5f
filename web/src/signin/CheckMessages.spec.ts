import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const SENT = 'A verification code has been sent to your phone number. Please check your messages.';

const phoneField = (page: Page) => page.getByLabel('Phone Number', { exact: true });
const codeField = (page: Page) => page.getByLabel('Verification code');
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account or Sign In' });

async function requestCode(page: Page, phone: string): Promise<void> {
  await page.goto('/login');
  await phoneField(page).fill(phone);
  await submit(page).click();
  await expect(page.getByText(SENT)).toBeVisible();
}

const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? 'no code in the message';
const wrong = (code: string) => (code === '123456' ? '654321' : '123456');

test('login: a known phone gets the message in place of the form, and one SMS, whose code signs in (§2, decision 031)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  await requestCode(page, profile.phone);

  await expect(phoneField(page)).toHaveCount(0);
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  const messages = await server.outbox();
  expect(messages.map(({ kind, to }) => ({ kind, to }))).toEqual([
    { kind: 'sms', to: `+1${profile.phone.replace(/\D/g, '')}` },
  ]);
  await codeField(page).fill(codeIn(messages[0]?.text));

  await expect(page).toHaveURL('/dashboard');
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? 'null'));
  expect(Object.keys(stored).sort()).toEqual(['access_token', 'profile', 'refresh_token']);
  expect(stored.profile.id).toBe(profile.id);
});

test('login: fewer than six digits, a wrong code and a failure to send it again show at the field, and the right one still works (decision 031)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  await requestCode(page, profile.phone);
  const [sms] = await server.outbox();
  const code = codeIn(sms?.text);
  await codeField(page).fill('12a');
  // §5: validated on blur and on submit, then on each change; the button is disabled after an attempt.
  await codeField(page).blur();
  await expect(codeField(page)).toHaveAccessibleDescription(/Must be 6 digits/);
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await expect(signIn).toBeEnabled();
  await signIn.click();
  await expect(codeField(page)).toBeFocused();
  await expect(signIn).toBeDisabled();
  await codeField(page).fill('123');
  await expect(codeField(page)).toHaveAccessibleDescription(/Must be 6 digits/);

  await page.route('**/api/public/login', (route) => route.abort());
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/could not be reached/);
  await expect(page).toHaveURL('/login');

  await codeField(page).fill(wrong(code));
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(codeField(page)).toHaveAccessibleDescription(/code (?!.*could not be reached)/i);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await codeField(page).fill(code);
  await expect(page).toHaveURL('/dashboard');
});

test('login: a code can be sent again, and the number changed, without starting over', async ({ page, server }) => {
  const { profile } = await server.register();
  await requestCode(page, profile.phone);
  server.clock.advance(61_000);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(async () => (await server.outbox()).length).toBe(2);
  await expect(page.getByRole('button', { name: 'Send again' })).toBeFocused();

  await page.getByRole('button', { name: 'Change number' }).click();
  await expect(phoneField(page)).toHaveValue(profile.phone);
  await expect(phoneField(page)).toBeFocused();
});

test('login: each time that a code is sent again, it is said again', async ({ page, server }) => {
  const { profile } = await server.register();
  await requestCode(page, profile.phone);
  const again = page.getByRole('button', { name: 'Send again' });
  const said = page.getByText('If no message comes within a minute');
  server.clock.advance(61_000);
  await again.click();
  await expect(said).toBeVisible();

  const release = await holdCalls(page, '**/api/public/login');
  server.clock.advance(61_000);
  await again.click();
  // Screen readers announce only what changes.
  await expect(said).toHaveCount(0);
  release();
  await expect(said).toBeVisible();
});

test('login: the code screen survives a reload, until the number is changed', async ({ page, server }) => {
  const { profile } = await server.register();
  await requestCode(page, profile.phone);
  await codeField(page).fill('12345');
  await page.reload();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain('12345');
  await page.getByRole('button', { name: 'Change number' }).click();
  await page.reload();
  await expect(phoneField(page)).toBeVisible();

  await requestCode(page, profile.phone);
  const [sms] = await server.outbox();
  await page.reload();
  await codeField(page).fill(codeIn(sms?.text));
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('sign-in')))).toEqual([]);
});

test('login: shows that a link was mailed when no SMS can arrive, and the link signs in', async ({ page, server }) => {
  const { profile } = await server.register();
  await server.services.db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: server.clock.now(), sms_undeliverable_code: '30006', email_proved_at: 1 })
    .where('id', '=', profile.id)
    .execute();
  await page.goto('/login');
  await phoneField(page).fill(profile.phone);
  await submit(page).click();

  const mailed = 'A sign-in link has been sent to you. Please check your messages and your email.';
  await expect(page.getByRole('status').filter({ hasText: mailed })).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  // The form that had the focus is gone.
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeFocused();
  await expectAccessible(page);
  const [mail] = await server.outbox();
  expect(mail).toMatchObject({ kind: 'mail', to: profile.email });
  await page.goto(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page).toHaveURL('/dashboard');
});
