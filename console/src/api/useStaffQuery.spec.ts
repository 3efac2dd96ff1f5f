import { STAFF_USE_HEADER } from '@companion/contract/defineCall';
import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { addMember, signedInMember } from '@companion/testkit/staffBrowser';
import type { Page } from '@playwright/test';

const POLLS = '**/api/staff/polls';

/** Counts the page's calls to an address from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count++;
  });
  return () => count;
}

test('repeated reads: a slow answer shows, and is awaited before the next question (decision 049)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  await page.clock.install();
  // The minute below would end the calls.
  await page.addInitScript(() => {
    const { setTimeout: plan } = window;
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 20_000 ? 0 : plan(run, ms))) as typeof setTimeout;
  });
  for (const [screen, path, text] of [
    ['/console', '/api/staff/overview', 'Registered'],
    ['/console/feedback', '/api/staff/items', /^\d+ items$/],
    ['/console/polls', '/api/staff/polls', /^\d+ questions$/],
  ] as const) {
    const release = await holdCalls(page, `**${path}*`);
    const asked = countCalls(page, path);
    await page.goto(screen);
    await expect.poll(asked).toBe(1);
    for (let second = 0; second < 60; second++) {
      await page.clock.runFor(1000);
      // The server answers all but this call.
      await page.evaluate(() => fetch('/health/ready').then((answer) => answer.text()));
    }
    expect(asked(), screen).toBe(1);
    release();
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    await page.unroute(`**${path}*`);
  }
});

test('use of a session: a tab that asks by itself does not claim it; the request after a key or a click does, once (decision 054)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  const claims: boolean[] = [];
  page.on('request', (request) => {
    // The overview asks every two seconds.
    if (new URL(request.url()).pathname.startsWith('/api/staff/')) claims.push(STAFF_USE_HEADER in request.headers());
  });
  await page.goto('/console');
  await expect.poll(() => claims.length, { timeout: 30_000 }).toBeGreaterThan(8);
  expect(claims).not.toContain(true);

  await page.keyboard.press('Shift');
  await expect.poll(() => claims.includes(true), { timeout: 30_000 }).toBe(true);
  const after = claims.length;
  await expect.poll(() => claims.length, { timeout: 30_000 }).toBeGreaterThan(after);
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('live reads: changes that come while an answer is on its way are read after it, in one call', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { browser: host } = await signedInMember(server, 'host');
  const [poll] = (await host.ask('getPolls')).results;
  if (!poll) throw new Error('the demo event has polls');
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const held: (() => void)[] = [];
  await page.route(POLLS, async (route) => {
    const answer = await route.fetch();
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ response: answer });
  });
  await page.goto('/console/run');
  await expect.poll(() => held.length).toBe(1);
  let { version } = poll;
  for (const isOnStage of [true, false, true]) {
    // What the same frame asks for, too.
    const answered = page.waitForResponse('**/api/staff/audience-questions/sessions');
    ({ version } = (await host.ask('changePoll', { params, body: { isOnStage, version } })).results);
    await answered;
  }
  expect(held).toHaveLength(1);

  held[0]?.();
  await expect(page.getByText('Nothing is on stage.')).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  await expect(page.getByRole('region', { name: 'On stage' })).toContainText(poll.question);
});

test('pages: a page that cannot be read reports it, and shows no rows of another page', async ({ page, server }) => {
  await signInToConsole(page, server, 'owner');
  for (let number = 1; number <= 60; number++) {
    await addMember(server, 'host', { name: `Member ${number}`, email: `member.${number}@example.com` });
  }
  await page.goto('/console/members');
  const rows = page.getByRole('button', { name: /^Remove Member/ });
  await expect(rows.first()).toBeVisible();
  await page.route('**/api/staff/members?*page=2*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It is broken.', traceId: 'trace' } }),
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('It is broken.')).toBeVisible();
  await expect(rows).toHaveCount(0);

  await pressTryAgain(page, '**/api/staff/members?*page=2*');
  await expect(rows.first()).toBeVisible();
});
