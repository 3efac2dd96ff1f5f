import type { Credentials } from '@companion/contract/session';
import { expect, test } from '@companion/testkit/browserTest';
import { delayDatabase } from '@companion/testkit/delayDatabase';
import { loadInPage } from '@companion/testkit/loadInPage';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { BrowserContext, Page } from '@playwright/test';

test.use({ reuseServer: true });

/** A page with the device's store alone, which follows no account. */
async function openDevice(context: BrowserContext): Promise<Page> {
  const device = await context.newPage();
  await device.goto('/robots.txt');
  await loadInPage(device, new URL('../device/keptWritesAndReplies.ts', import.meta.url));
  return device;
}

/** Stores an answer and a write for each account. */
async function fill(device: Page, ...accounts: Credentials[]): Promise<void> {
  await device.evaluate(
    async (ids) => {
      const write = { call: 'createVote', argument: {}, idempotencyKey: 'key', label: 'Your vote', madeAt: 1 };
      for (const accountId of ids) {
        await keptWritesAndReplies.storeReply(accountId, 'getContent', { data: [], at: 1 });
        await keptWritesAndReplies.addWrite({ ...write, accountId, replaces: accountId, state: 'waiting' });
      }
    },
    accounts.map(({ profile }) => profile.id),
  );
}

/** How many answers and writes of an account the phone keeps. */
const kept = (device: Page, { profile }: Credentials) =>
  device.evaluate(
    async (id) => [
      (await keptWritesAndReplies.readReplies(id))?.size,
      (await keptWritesAndReplies.readWrites(id))?.length,
    ],
    profile.id,
  );

test('phone: signing out in one tab deletes what the phone keeps of every account', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const bob = await server.register({ firstName: 'Bob' });
  const device = await openDevice(context);
  const other = await context.newPage();
  await page.goto('/profile');
  await other.goto('/agenda');
  await expect.poll(() => kept(device, anna)).toEqual([2, 0]);
  // Unsent writes of one's own would be asked about first.
  await fill(device, bob);
  await device.evaluate(() => localStorage.setItem('write:one', 'of a page that was closed'));
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL('/login');
  for (const person of [anna, bob]) await expect.poll(() => kept(device, person)).toEqual([0, 0]);
  expect(await device.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('write:')))).toEqual([]);
});

test('phone: an ended session deletes answers and keeps unsent writes for their account alone', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const bob = await server.register({ firstName: 'Bob' });
  const device = await openDevice(context);
  // The server would reject it.
  await page.route('**/api/public/content/votes', (route) => route.abort());
  await page.goto('/profile');
  await expect.poll(() => kept(device, anna)).toEqual([2, 0]);
  await fill(device, anna);
  const calls = '**/api/public/**';
  await page.route(calls, (route) => route.fulfill({ status: 401, json: { message: 'No', traceId: 'x' } }));
  // The session ends before the page knows what waits.
  await delayDatabase(page);
  await page.goto('/profile/edit');
  await expect(page).toHaveURL('/login');
  await expect.poll(() => kept(device, anna)).toEqual([0, 1]);
  await page.reload();
  await expect(page.getByText('Sign in again to send what is waiting on this phone.')).toBeVisible();
  expect(await kept(device, anna)).toEqual([0, 1]);

  await page.unroute(calls);
  await storeCredentials(device, anna);
  await expect.poll(() => kept(device, anna)).toEqual([2, 1]);
  await storeCredentials(device, bob);
  await expect.poll(() => kept(device, anna)).toEqual([0, 0]);
  await expect.poll(() => kept(device, bob)).toEqual([2, 0]);
});

test('phone: what a closed tab has left is deleted at the next start', async ({ page, context, server }) => {
  const anna = await server.register();
  const bob = await server.register({ firstName: 'Bob' });
  const device = await openDevice(context);
  await fill(device, anna, bob);
  await storeCredentials(device, bob);
  await page.goto('/privacy-policy');
  await expect.poll(() => kept(device, anna)).toEqual([0, 0]);
  expect((await kept(device, bob))[1]).toBe(1);

  await page.goto('/robots.txt');
  await device.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await expect.poll(() => kept(device, bob)).toEqual([0, 0]);
});

test('phone: a tab that was elsewhere during the sign-out deletes the draft it had kept', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  const draft = `draft:${anna.profile.id}:feedback`;
  await page.goto('/profile/give-us-feedback');
  await page.getByRole('textbox', { name: 'Message' }).fill('Not yet finished');
  await expect.poll(drafts).toEqual([draft]);
  await page.goto('/robots.txt');
  const other = await context.newPage();
  await other.goto('/logout');
  await expect(other).toHaveURL('/login');
  expect(await drafts()).toEqual([draft]);

  await page.goto('/registration');
  await page.getByLabel('First Name').fill('Bob');
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Bob');
  expect(await drafts()).toEqual(['draft::registration']);
});

test('phone: a tab that was elsewhere while somebody else signed in deletes the draft it had kept', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const bob = await server.register({ firstName: 'Bob' });
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  await page.goto('/profile/give-us-feedback');
  await page.getByRole('textbox', { name: 'Message' }).fill('Not yet finished');
  await expect.poll(drafts).toEqual([`draft:${anna.profile.id}:feedback`]);
  await page.goto('/robots.txt');
  const other = await context.newPage();
  await other.goto('/logout');
  await expect(other).toHaveURL('/login');
  await storeCredentials(other, bob);

  await page.goto('/profile/give-us-feedback');
  await expect.poll(drafts).toEqual([]);
  // One's own stays.
  await page.getByRole('textbox', { name: 'Message' }).fill('Half of it');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half of it');
  expect(await drafts()).toEqual([`draft:${bob.profile.id}:feedback`]);
});
