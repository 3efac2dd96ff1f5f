import type { Credentials } from '@companion/contract/session';
import { expect, test } from '@companion/testkit/browserTest';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { BrowserContext, Page } from '@playwright/test';

test.use({ reuseServer: true });

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));

/** Stores credentials from a second tab, as opening a sign-in link there does. */
async function signInElsewhere(context: BrowserContext, credentials: Credentials): Promise<void> {
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await storeCredentials(other, credentials);
  await other.close();
}

test('account change: a draft is neither shown to the next account nor sent in its name, and signing out removes it', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const bob = await server.register({ firstName: 'Bob' });
  await page.goto('/profile/give-us-feedback');
  await message(page).fill("Anna's complaint");
  await signInElsewhere(context, bob);

  await expect(message(page)).toHaveValue('');
  await message(page).fill("Bob's praise");
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page).toHaveURL('/profile');
  expect(await server.services.db.selectFrom('feedback').select(['account_id', 'message']).execute()).toEqual([
    { account_id: bob.profile.id, message: "Bob's praise" },
  ]);

  // Only Anna finds her draft again.
  await signInElsewhere(context, anna);
  await page.getByRole('link', { name: 'Give Us Feedback' }).click();
  await expect(message(page)).toHaveValue("Anna's complaint");
  expect(await drafts(page)).toHaveLength(1);
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toEqual([]);
});

test('account change: when the server ends the session, every tab shows it, and the draft is kept', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const other = await context.newPage();
  await other.goto('/profile/about-us');
  await page.goto('/profile/give-us-feedback');
  await message(page).fill('Not yet finished');
  // In every tab: any of them may be the one that renews the session for its stream, as soon as the time has come.
  await context.route('**/api/public/refresh', (route) =>
    route.fulfill({ status: 401, json: { message: 'No', traceId: 'x' } }),
  );
  server.clock.advance(11 * 60_000);
  await page.goto('/agenda');

  const ended = 'Your session has ended. Please sign in again.';
  for (const tab of [page, other]) await expect(tab.getByText(ended)).toBeVisible();
  await page.reload();
  await expect(page.getByText(ended)).toBeVisible();
  await context.unroute('**/api/public/refresh');
  await signInElsewhere(context, anna);
  await expect(page).toHaveURL('/agenda');
  await page.goto('/profile/give-us-feedback');
  await expect(message(page)).toHaveValue('Not yet finished');
});

test('account change: neither a registration that a guest has begun nor a changed profile is shown to the account that signs in', async ({
  page,
  context,
  server,
}) => {
  const [anna, bob] = [await server.register(), await server.register({ firstName: 'Bob' })];
  await page.goto('/registration');
  await page.getByLabel('First Name').fill('Anna');
  await signInElsewhere(context, bob);
  await expect(page.getByLabel('First Name')).toHaveValue('');
  expect(await drafts(page)).toEqual([]);

  await page.goto('/profile/edit');
  await page.getByLabel('First Name').fill('Robert');
  await signInElsewhere(context, anna);
  await expect(page.getByLabel('First Name')).toHaveValue(anna.profile.firstName);
  await expect(page.getByLabel('Email')).toHaveValue(anna.profile.email);
});
