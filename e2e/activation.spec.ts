import { randomUUID } from 'node:crypto';
import { expect, test } from '@companion/testkit/browserTest';
import { fillRegistration } from '@companion/testkit/fillRegistration';
import type { TestServer } from '@companion/testkit/testServer';

const EMAIL = 'maya@example.com';
const PHONE = '(202) 555-0143';

/** A prepared account as an import creates it: no phone, not activated. */
async function importAttendee({ services: { db }, clock }: TestServer): Promise<void> {
  const now = clock.now();
  await db
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      first_name: 'Maya',
      last_name: 'Redfeather',
      email: EMAIL,
      email_key: EMAIL,
      organization_name: 'Blue Mesa LLC',
      organization_type: '',
      phone: '',
      phone_e164: null,
      registration_complete: 0,
      pre_event_complete: 0,
      post_event_complete: 0,
      sms_enabled: 0,
      password_hash: null,
      source: 'import',
      created_at: now,
      updated_at: now,
    })
    .execute();
}

test('activation: an imported attendee opens the mailed link, confirms, and later signs in by phone', async ({
  page,
  server,
}) => {
  await importAttendee(server);

  await test.step('registering with the same e-mail fails, and a link goes to that address', async () => {
    await page.goto(`/registration?email=${EMAIL}`);
    await fillRegistration(page, { Email: null, 'Phone Number': PHONE });
    await page.getByRole('button', { name: 'Create Profile' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This email address is already registered');
  });

  await test.step('the link signs in and opens the activation form', async () => {
    const mails = await server.outbox();
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['mail', EMAIL]]);
    await page.goto(/http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '');
    await expect(page).toHaveURL('/complete-registration');
    await expect(page.getByLabel('First Name')).toHaveValue('Maya');
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
    await expect(page.getByLabel('Phone Number')).toHaveValue('');
  });

  await test.step('the attendee fills in what the ticket lacks, and the account is active', async () => {
    await page.getByRole('button', { name: 'Activate Your Account' }).click();
    await expect(page.getByText('Phone Number is required')).toBeVisible();
    await expect(page.getByText('Organization type is required')).toBeVisible();
    await page.getByLabel('Phone Number').fill(PHONE);
    await page.getByLabel('Organization Type').selectOption('WOSB');
    await page.getByRole('button', { name: 'Activate Your Account' }).click();
    await expect(page).toHaveURL('/prevent-survey');
    await expect(page.getByRole('heading', { name: 'Welcome, Maya' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible();
  });

  await test.step('later the attendee signs in by phone', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Phone Number').fill(PHONE);
    await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
    await expect(page.getByText('A verification code has been sent to your phone number.')).toBeVisible();
    const [sms] = await server.outbox();
    expect(sms?.kind).toBe('sms');
    await page.getByLabel(/code/i).fill(/\b\d{6}\b/.exec(sms?.text ?? '')?.[0] ?? '');
    await expect(page).toHaveURL('/dashboard');
  });
});
