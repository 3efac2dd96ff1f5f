import { expect, test } from '@companion/testkit/browserTest';
import { openItem, voteButton, votes, watch } from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

/** The code that sends what was left, at the start and after an outage. */
const SENDER = /assets\/startQueue/;
const ALL_SENT = 'Everything you did offline has been sent.';

/** As long as the phone has not loaded it, or after a new version has replaced it. */
const withoutSender = (page: Page) => page.route(SENDER, (route) => route.abort());

test('writes: one made offline before the code that sends has loaded waits, and is sent', async ({
  page,
  context,
  server,
}) => {
  await withoutSender(page);
  const { profile } = await openItem(page, server);
  const sent = watch(page, 'votes');
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');

  await page.unroute(SENDER);
  await context.setOffline(false);
  await expect(page.getByText(ALL_SENT)).toBeVisible();
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
  expect(sent).toEqual(['POST up']);
  expect(await votes(server)).toEqual([{ account_id: profile.id, content_id: 'keynote', vote: 'up' }]);
});

test('writes: one made while that code is on its way is sent at once, and only once', async ({ page, server }) => {
  const release = await holdCalls(page, SENDER);
  const { profile } = await openItem(page, server);
  const sent = watch(page, 'votes');
  const stored = [{ account_id: profile.id, content_id: 'keynote', vote: 'up' }];
  await voteButton(page, 'Vote up').click();
  await expect.poll(() => votes(server)).toEqual(stored);
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);

  const loaded = page.waitForResponse(SENDER);
  release();
  await loaded;
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
  expect(await votes(server)).toEqual(stored);
  expect(sent).toEqual(['POST up']);
});

test('writes: one whose answer is lost before that code has loaded is stored once', async ({ page, server }) => {
  await withoutSender(page);
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  const keys: unknown[] = [];
  await page.route('**/api/public/feedback', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    if (keys.length > 1) return route.continue();
    await page.unroute(SENDER);
    await route.abort();
  });
  await page.getByRole('textbox', { name: 'Message' }).fill('More coffee');
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByText(ALL_SENT)).toBeVisible();
  const stored = await server.services.db.selectFrom('feedback').select('message').execute();
  expect(stored).toEqual([{ message: 'More coffee' }]);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});
