import { HOUR } from '@companion/contract/constants';
import { authenticatorCode } from '@companion/testkit/authenticatorCode';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { STAFF_PASSWORD } from '@companion/testkit/staffBrowser';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true });
const notices = (page: Page) => page.getByRole('status', { name: 'Notices' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page)).toHaveText('Sign in');
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.describe('passkeys', () => {
  test.use({ reuseServer: false, hostname: 'localhost' });

  test('passkey: an owner is led to it; it signs in, confirms what matters, and is refused once it is removed (decision 046)', async ({
    page,
    server,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const laptop = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
    const verifies = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...laptop, ...verifies } });
    const { id, email } = await signInToConsole(page, server, 'owner');

    await page.goto('/console/members');
    await page.getByRole('link', { name: 'Secure your account' }).click();
    await expect(page.getByRole('complementary', { name: 'Security of your account' })).toBeHidden();
    await page.getByLabel('Name of the passkey').fill(' ');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Required')).toBeVisible();
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(notices(page)).toContainText('The passkey My laptop is added.');
    await page.goto('/console/members');
    await expect(page.getByText('You, owner')).toBeVisible();
    await expect(page.getByText('password only')).toBeHidden();
    await page.goto('/console/account');

    // The authenticator chooses at once what the browser offers among the fields.
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('last used');
    await expect(heading(page)).toHaveText('Your account');
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(heading(page)).toHaveText('Your account');

    // The password alone opens nothing: it needs the passkey, or a mailed code.
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut(page);
    await enterPassword(page, email);
    await expect(heading(page)).toHaveText('Use your passkey');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await expect(page.getByText('A code is on its way to your mailbox.')).toBeVisible();
    const [mailed] = (await server.outbox()).filter(({ to, text }) => to === email && /^\d{6}$/m.test(text));
    await page.getByRole('textbox', { name: 'Code' }).fill(/^\d{6}$/m.exec(mailed?.text ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(page)).toHaveText('Your account');

    const long = server.clock.now() - HOUR;
    const forgotten = { confirmed_at: long, factor_at: long };
    await server.services.db.updateTable('staff_sessions').set(forgotten).where('staff_id', '=', id).execute();
    await page.getByRole('textbox', { name: 'Your password' }).fill(STAFF_PASSWORD);
    await page.getByRole('textbox', { name: 'New password' }).fill('another phrase of mine');
    await page.getByRole('button', { name: 'Change the password' }).click();
    const confirm = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(confirm.getByRole('textbox')).toHaveCount(0);
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    const offer = page.getByRole('dialog', { name: 'Remove your 1 passkey, too?' });
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await server.services.db.updateTable('staff_sessions').set(forgotten).where('staff_id', '=', id).execute();
    await offer.getByRole('button', { name: 'Remove all' }).click();
    await expect(confirm.getByRole('textbox')).toHaveCount(0);
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(notices(page)).toContainText('Your passkeys are removed.');

    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'not valid' })).toBeVisible();
  });
});

test('second factor: is set up with recovery codes; then a sign-in needs a code of the app, or one of them', async ({
  page,
  server,
}) => {
  const { email } = await signInToConsole(page, server, 'owner');
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await page.getByText('Secret:').locator('b').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(secret, server.clock.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  await expect(codes).toBeFocused();
  await expect(codes.getByRole('listitem').last()).toBeInViewport();
  const [recoveryCode = ''] = await page.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/).allTextContents();

  await signOut(page);
  await enterPassword(page, email);
  await expect(heading(page)).toHaveText('Enter your code');
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Is not correct')).toBeVisible();
  // Ten minutes after the password no code counts.
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(heading(page)).toHaveText('Sign in');
  await expect(heading(page)).toBeFocused();
  await enterPassword(page, email);
  // The app's next code: the one that turned it on does not count again.
  await page.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(secret, server.clock.now() + 30_000));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page)).toHaveText('Your account');

  await signOut(page);
  await enterPassword(page, email);
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off…' }).click();
  await expect(page.getByText('Then your password alone signs you in.')).toBeVisible();
});

test('account: after signing out the heading of the sign-in form has the focus', async ({ page, server }) => {
  await signInToConsole(page, server, 'host');
  await page.goto('/console/account');
  await signOut(page);
  await expect(heading(page)).toBeFocused();
});
