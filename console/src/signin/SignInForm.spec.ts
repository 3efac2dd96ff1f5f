import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { addMember, STAFF_PASSWORD, signedInMember } from '@companion/testkit/staffBrowser';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

async function signIn(page: Page, email: string, password = STAFF_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('sign-in: by e-mail and password, at the address that was opened; a wrong password is explained', async ({
  page,
  server,
}) => {
  const { email } = await addMember(server, 'host');
  await page.goto('/console/account');
  await expect(heading(page)).toHaveText('Sign in');
  await expectAccessible(page);

  await signIn(page, email, 'a wrong password');
  await expect(page.getByRole('alert')).toContainText('Trace id');
  await signIn(page, email);

  await expect(heading(page)).toHaveText('Your account');
  await expect(page.getByRole('main')).toContainText('The host, host');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page)).toHaveText('Please sign in again');
});

test('sign-in: when the session ends, the same member returns to the screen as it was', async ({ page, server }) => {
  const { id, email } = await addMember(server, 'owner');
  await page.goto('/console');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Overview');
  await expectAccessible(page);

  await server.services.db.deleteFrom('staff_sessions').where('staff_id', '=', id).execute();
  await page.getByRole('link', { name: 'Account' }).click();

  await expect(heading(page).filter({ visible: true })).toHaveText('Please sign in again');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Your account');
});

test('invitation: its link leads to a name and a password, and into the console; it leaves no token in the address', async ({
  page,
  server,
}) => {
  const { browser } = await signedInMember(server, 'owner');
  const body = { email: 'maya@example.com', role: 'editor' };
  const { results: invitation } = await browser.ask('inviteMember', { body });
  const mail = (await server.outbox()).find(({ to }) => to === body.email);
  const link = invitation.link ?? /https?:\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(heading(page)).toHaveText('Welcome to the console');
  await expect(page).toHaveURL(/\/console\/invitation$/);
  await expect(page.getByLabel('E-mail')).toHaveValue('maya@example.com');
  await expectAccessible(page);

  await page.getByLabel('Your name').fill('Maya Example');
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('Must be 12 characters or more')).toBeVisible();
  await page.getByLabel('Choose a password').fill('a phrase of my own');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(heading(page)).toHaveText('Overview');

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('no longer valid');
});

test('menu: the keyboard alone goes to a screen, whose heading gets the focus', async ({ page, server }) => {
  const { email } = await addMember(server, 'host');
  await page.goto('/console');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Overview');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('your acc');
  await expect(page.getByRole('option')).toHaveText(['Your accountScreen']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Your account');
  await expect(heading(page)).toBeFocused();
});
