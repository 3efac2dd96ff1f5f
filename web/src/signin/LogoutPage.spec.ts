import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { delayDatabase } from '@companion/testkit/delayDatabase';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

test('logout: clears session and link token, notifies the server and opens login (§2, §4)', async ({
  page,
  server,
}) => {
  const { refresh_token } = await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(() => localStorage.setItem('authToken', 'a-link'));
  const logoutCall = page.waitForResponse('**/api/public/logout');
  await page.goto('/logout');

  await expect(page).toHaveURL('/login');
  expect((await logoutCall).request().postDataJSON()).toEqual({ refresh_token, token: 'a-link' });
  expect(await page.evaluate(() => [localStorage.getItem('_token'), localStorage.getItem('authToken')])).toEqual([
    null,
    null,
  ]);
  const refused = await fetch(`${server.url}/api/public/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  expect(refused.status).toBe(401);
});

test('logout: does not wait for a server that cannot be reached (decision 031)', async ({ page, server }) => {
  await server.signIn(page);
  await page.route('**/api/public/logout', (route) => route.abort());
  await page.goto('/logout');

  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

const VOTES = '**/api/public/content/votes';

/** A vote on its way into the database, made on a page that was closed or whose code still loads. */
async function leaveVote(page: Page, accountId: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((write) => localStorage.setItem('write:key', JSON.stringify(write)), {
    accountId,
    call: 'createVote',
    idempotencyKey: 'key',
    replaces: 'vote',
    label: 'Your vote',
    argument: { campaignId: 'agenda', contentId: 'keynote-day-1', vote: 'up' },
    madeAt: 1,
    state: 'waiting',
  });
}

test('logout: sends what is not yet in the database, or asks', async ({ page, server }) => {
  const { profile } = await server.signIn(page);
  await leaveVote(page, profile.id);
  // The app's start would move it there too.
  await page.route(/assets\/startQueue/, (route) => route.abort());
  await page.route(VOTES, (route) => route.abort());
  await page.goto('/logout');
  await expect(page.getByText('One thing you did has not been sent.')).toBeVisible();

  await page.unroute(VOTES);
  await page.getByRole('button', { name: 'Send First' }).click();
  await expect(page).toHaveURL('/login');
  const votes = await server.services.db
    .selectFrom('votes')
    .select('vote')
    .where('account_id', '=', profile.id)
    .execute();
  expect(votes).toEqual([{ vote: 'up' }]);
});

test('logout: without the code that sends, also when it never arrives, it asks about what is not yet in the database', async ({
  page,
  server,
}) => {
  let isPending = false;
  await page.route(/assets\/writes/, (route) => (isPending ? undefined : route.abort()));
  for (const step of ['it fails', 'it never arrives']) {
    await test.step(step, async () => {
      isPending = step === 'it never arrives';
      const session = await server.register();
      await beginVisit(page, session);
      await leaveVote(page, session.profile.id);
      await page.goto('/logout');
      await expect(page.getByText('One thing you did has not been sent.')).toBeVisible();

      await page.getByRole('button', { name: 'Sign Out and Discard' }).click();
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => localStorage.getItem('write:key'))).toBeNull();
    });
  }
});

test('logout: without the code that sends, it asks about what is in a database that opens late', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await leaveVote(page, profile.id);
  await page.route(VOTES, (route) => route.abort());
  // Moves it there.
  await page.goto('/agenda');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('write:key'))).toBeNull();
  await page.goto('/robots.txt');
  await page.route(/assets\/(writes|startQueue)/, (route) => route.abort());
  await delayDatabase(page);
  await page.goto('/logout');
  await expect(page.getByText('One thing you did has not been sent.')).toBeVisible();
});

test('logout: after a sign-out that was cancelled, going back does not sign out', async ({ page, server }) => {
  const { profile } = await server.signIn(page);
  await leaveVote(page, profile.id);
  await page.route(VOTES, (route) => route.abort());
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/profile');
  await page.unroute(VOTES);
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);

  await page.goBack();
  await untilQuiet(page);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
});
