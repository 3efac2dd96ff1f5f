import type { Credentials } from '@companion/contract/session';
import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const activate = (page: Page) => page.getByRole('button', { name: 'Activate Your Account' });

/** A prepared account as an import creates it: not activated, without an organization type. */
async function importedAttendee(server: TestServer): Promise<Credentials> {
  const session = await server.register({ firstName: 'Maya', lastName: 'Redfeather' });
  await server.services.db
    .updateTable('accounts')
    .set({ registration_complete: 0, organization_type: '' })
    .where('id', '=', session.profile.id)
    .execute();
  return { ...session, profile: { ...session.profile, registrationComplete: false, organizationType: '' } };
}

test('complete registration: prefilled from the account; confirming activates it and goes to the survey (§2, decision 036)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page, await importedAttendee(server));
  await page.goto('/complete-registration');
  await expect(page.getByLabel('First Name')).toHaveValue('Maya');
  await expect(page.getByLabel('Last Name')).toHaveValue('Redfeather');
  await expect(page.getByLabel('Email')).toHaveValue(profile.email);
  await expect(page.getByLabel('Phone Number')).toHaveValue(profile.phone);
  await expect(page.getByLabel('Organization Name')).toHaveValue(profile.organizationName);
  await expect(page.getByLabel('Organization Type')).toHaveValue('');
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await activate(page).click();
  await expect(page.getByText('Organization type is required')).toBeVisible();
  await expect(activate(page)).toBeDisabled();
  await page.getByLabel('Organization Type').selectOption('WOSB');
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await activate(page).click();
  const request = await sending;
  expect(new URL(request.url()).pathname).toBe(`/api/public/accounts/${profile.id}`);
  expect(request.postDataJSON()).toEqual({
    firstName: 'Maya',
    lastName: 'Redfeather',
    email: profile.email,
    phone: profile.phone,
    organizationName: profile.organizationName,
    organizationType: 'WOSB',
    registrationComplete: true,
    smsEnabled: true,
  });
  await expect(page).toHaveURL('/prevent-survey');
  const account = await server.services.db
    .selectFrom('accounts')
    .select(['registration_complete', 'organization_type'])
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ registration_complete: 1, organization_type: 'WOSB' });
});

test('complete registration: a taken e-mail shows an error on its field (decision 032)', async ({ page, server }) => {
  const other = await server.register();
  await server.signIn(page, await importedAttendee(server));
  await page.goto('/complete-registration');
  await page.getByLabel('Email').fill(other.profile.email);
  await page.getByLabel('Organization Type').selectOption('MBE');
  await activate(page).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page).toHaveURL('/complete-registration');
});

test('complete registration: an invalid link leads to the login screen (§4, decision 035)', async ({ page }) => {
  await page.goto('/complete-registration?t=no-such-token');
  await expect(page).toHaveURL('/login');
});

test('complete registration: failing to load the account can be retried', async ({ page, server }) => {
  await server.signIn(page, await importedAttendee(server));
  await page.route('**/api/public/accounts/*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.goto('/complete-registration');
  await pressTryAgain(page, '**/api/public/accounts/*');
  await expect(page.getByLabel('First Name')).toHaveValue('Maya');
});
