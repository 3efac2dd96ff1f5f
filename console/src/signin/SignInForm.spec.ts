import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { addMember, STAFF_PASSWORD, signedInMember } from '@companion/testkit/staffBrowser';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

async function signIn(page: Page, email: string, password = STAFF_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
}

const STAFF_LIVE = `/api${STAFF_LIVE_PATH}`;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('sign-in: by e-mail and password, at the address that was opened; a wrong password is explained, and nothing of it stays after signing out', async ({
  page,
  server,
}) => {
  const { email } = await addMember(server, 'host');
  await page.goto('/console/account');
  await expect(heading(page)).toHaveText('Sign in');
  await expectAccessible(page);

  await signIn(page, email, 'a wrong password');
  await expect(page.getByRole('alert').filter({ hasText: 'Trace id' })).toBeVisible();
  await signIn(page, email);

  await expect(heading(page)).toHaveText('Your account');
  await expect(page.getByRole('main')).toContainText('The host, host');
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.getByLabel('New password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  const said = page.getByText('Your password is changed');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  // Not awaited: it would go by itself.
  expect(await said.count()).toBe(0);
  await expect(heading(page)).toHaveText('Sign in');
  // Not even hidden: someone else may use this browser.
  await expect(page.getByText('Where you are signed in')).toHaveCount(0);
});

test('sign-in: when the session ends, also with a dialog open, the same member returns to the screen as it was; another one sees nothing of it', async ({
  page,
  server,
}) => {
  const { id, email } = await addMember(server, 'host');
  const { email: other } = await addMember(server, 'host', { name: 'The next one' });
  await page.goto('/console/account');
  await signIn(page, email);
  await page.getByLabel('New password').fill('typed before');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  const endSession = async () => {
    await server.services.db.deleteFrom('staff_sessions').where('staff_id', '=', id).execute();
    // The palette reads the polls, unless the stream was cut before.
    await page.keyboard.press('Control+k');
    await expect(heading(page).filter({ visible: true })).toHaveText('Please sign in again');
  };

  await endSession();
  await page.keyboard.press('Control+k');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Your account');
  await expect(page.getByLabel('New password')).toHaveValue('typed before');

  await endSession();
  const release = await holdCalls(page, '**/api/staff/sessions');
  await signIn(page, other);
  await expect(page.getByRole('main')).toContainText('The next one, host');
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(sessions).toHaveCount(0);
  release();
  await expect(sessions).toHaveCount(1);
});

test('sign-in: a tab in the background shows nothing of the member before to the next one, who signs in in another tab', async ({
  page,
  context,
  server,
}) => {
  const { email } = await addMember(server, 'host');
  const { email: next } = await addMember(server, 'host', { name: 'The next one' });
  await page.goto('/console/account');
  await signIn(page, email);
  const typed = page.getByLabel('New password');
  await typed.fill('typed before');
  // It asks nothing of its own accord then.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

  const other = await context.newPage();
  await other.goto('/console/account');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page)).toHaveText('Sign in');
  await expect(typed).toHaveCount(0);
  await signIn(other, next);
  await expect(page.getByRole('main')).toContainText('The next one, host');
  await expect(typed).toHaveValue('');
});

test('sign-in: the form of an ended session keeps what is typed while the server is busy, and the hidden screen asks nothing', async ({
  page,
  server,
}) => {
  const { id, email } = await addMember(server, 'host');
  await page.clock.install();
  await page.goto('/console');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Overview');
  await server.services.db.deleteFrom('staff_sessions').where('staff_id', '=', id).execute();
  await expect(heading(page).filter({ visible: true })).toHaveText('Please sign in again');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('typed before');

  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/staff') && pathname !== STAFF_LIVE) asked.push(pathname);
  });
  await page.route('**/api/staff/session', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 429, json: { message: 'Please wait.', traceId: 'trace' } })
      : route.continue(),
  );
  await page.clock.runFor(30_000);
  expect(asked).toEqual([]);
  await signIn(page, email, 'a wrong password');
  await expect(page.getByRole('alert').filter({ hasText: 'Trace id' })).toBeVisible();
  await expect(password).toHaveValue('a wrong password');
  await signIn(page, email);
  await expect(heading(page).filter({ visible: true })).toHaveText('Overview');
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
  const rejected: string[] = [];
  page.on('response', (response) => response.status() === 404 && rejected.push(response.url()));
  await page.goto(link);
  await expect(heading(page)).toHaveText('Welcome to the console');
  await expect(page).toHaveURL(/\/console\/invitation$/);
  await expect(page.getByLabel('E-mail')).toHaveValue('maya@example.com');

  await page.getByLabel('Your name').fill('Maya Example');
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('Must be 12 characters or more')).toBeVisible();
  await page.getByLabel('Choose a password').fill('a phrase of my own');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(heading(page)).toHaveText('Overview');
  await untilQuiet(page);
  expect(rejected).toEqual([]);

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  await expectAccessible(page);
  // A second attempt cannot help.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByText('Trace id')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(heading(page)).toHaveText('Overview');

  await page.goto('/console/invitation');
  await expect(page.getByRole('alert')).toContainText('not complete');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('lost password: the mailed link sets another one, which signs in; the link works once', async ({
  page,
  server,
}) => {
  const { email } = await addMember(server, 'editor');
  // Apart from it there is the mail that says what has changed.
  const mail = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'asked to reset the password' });
  const reset = mail.getByRole('link');
  await page.goto('/console');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(heading(page)).toHaveText('Check your e-mail');

  await page.goto('/outbox');
  await reset.click();
  await expect(heading(page)).toHaveText('New password');
  await page.getByLabel('New password').fill('password1234');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/too easy to guess/);
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill('another phrase of mine');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(heading(page)).toHaveText('Your password is changed');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email, 'another phrase of mine');
  await expect(heading(page)).toHaveText('Overview');
  await expect(page).toHaveTitle('Overview · Confluence Contracting Summit console');

  await page.goto('/outbox');
  await reset.click();
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'get another link' }).click();
  await expect(heading(page)).toHaveText('Lost password');
});

test('menu: the keyboard alone skips it, and goes to a screen, whose heading gets the focus', async ({
  page,
  server,
}) => {
  const { email } = await addMember(server, 'host');
  await page.goto('/console');
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Overview');
  const entries = await page.evaluate('history.length');
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate('history.length')).toBe(entries);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('your acc');
  await expect(page.getByRole('option')).toHaveText(['Your accountScreen']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Your account');
  await expect(heading(page)).toBeFocused();
});
