import { LIVE_STATE_PATH } from '@companion/contract/constants';
import { getLiveState } from '@companion/contract/live';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import type { Page } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const ASKED = 'do you call first';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'On stage now' });
const card = (page: Page) => page.getByRole('main').getByRole('article').filter({ hasText: 'On stage now' });

test('live poll: a page that is loaded while it is open shows it without waiting for half a second, and fits 320 px with its longest word (decision 060)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const question = `${'W'.repeat(60)} ${'Whom do you call first? '.repeat(9)}`;
  const { db } = server.services;
  await db.updateTable('questions').set({ question }).where('id', '=', POLL.questionId).execute();
  const { access_token: token } = await server.signIn(page);
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  // The server looks for changes four times a second: a page that asked before would learn of it by its stream.
  const onStage = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api${LIVE_STATE_PATH}`, { headers });
    return getLiveState.read.parse(await answer.json()).results.stage?.questionId;
  };
  await expect.poll(onStage).toBe(POLL.questionId);
  // Whatever waits for that long never happens.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const never = 2 ** 31 - 1;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...args: never[]) => setTimeout(run, ms >= 500 ? never : ms, ...args),
    });
  });
  for (const path of ['/agenda', '/dashboard', '/polls']) {
    await page.goto(path);
    await expect(path === '/polls' ? card(page) : banner(page)).toContainText(ASKED);
    if (path === '/dashboard') await expect(card(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('live poll: it is the first card of the dashboard and leads the polls, until it is answered (decision 060)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, closesInSeconds: 3600 });
  await expect(page.getByRole('article').first()).toContainText(ASKED);
  await expect(card(page).getByRole('timer')).toHaveText(/Closes in (60:00|59:\d\d)/);
  await expectAccessible(page);
  await expect(banner(page)).toBeVisible();
  await page.getByRole('main').locator('a[href="/polls"]').click();
  const polls = page.getByRole('main');
  await expect(polls.getByRole('heading', { level: 2 }).first()).toContainText(ASKED);
  await expect(polls.getByText(ASKED)).toHaveCount(1);
  // Not once more above the menu.
  await expect(banner(page)).toHaveCount(0);
  await expectAccessible(page);
  await card(page).getByRole('link', { name: 'Answer' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('link', { name: 'More Questions' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/polls');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
