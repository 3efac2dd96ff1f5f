import type { BadNetwork } from '@companion/testkit/badNetwork';
import { test } from '@companion/testkit/badNetworkTest';
import { expect, expectAccessible } from '@companion/testkit/browserTest';
import { changeEvent } from '@companion/testkit/changeEvent';
import { changeItem } from '@companion/testkit/changeItem';
import { hostPoll } from '@companion/testkit/hostPoll';
import { showEveryone } from '@companion/testkit/showEveryone';
import type { BrowserContext, Page, Request } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const PAGE = `/polls/${POLL.campaignId}/${POLL.questionId}`;
const STREAM = '/api/public/live';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'On stage now' });
const isStream = (request: Request) => new URL(request.url()).pathname === STREAM;

const asked = ({ requests }: BadNetwork, path: string) => requests.filter((request) => request.path === path).length;

/** Lets time pass in the page, second by second, until something has happened: answers take their real time. */
const passUntil = (page: Page, hasHappened: () => boolean | Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(1000);
        return hasHappened();
      },
      { intervals: [50] },
    )
    .toBe(true);

/** Counts the streams that the browser keeps open. */
function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  const end = (request: Request) => open.delete(request);
  context.on('request', (request) => isStream(request) && open.add(request));
  context.on('requestfinished', end).on('requestfailed', end);
  return () => open.size;
}

test('live: code that could not be loaded is loaded again once the server can be reached (decision 050)', async ({
  page,
  server,
}) => {
  const lost = new Set<string>();
  await page.route(/\/(Notices|startLive)-[^/]*\.js$/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) return route.continue();
    lost.add(pathname);
    return route.abort();
  });
  await server.signIn(page);
  await page.goto('/agenda');
  await expect.poll(() => lost.size).toBe(2);
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await expect(banner(page)).toContainText('do you call first');
});

test('live: a poll on stage shows in ten tabs by one stream, then its results, until it is dismissed for good (decision 050)', async ({
  page,
  context,
  server,
}) => {
  const streams = openStreams(context);
  await server.signIn(page);
  await page.goto('/agenda');
  const other = await context.newPage();
  const tabs = [page, other];
  while (tabs.length < 10) tabs.push(await context.newPage());
  for (const tab of tabs.slice(1)) await tab.goto('/dashboard');
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  for (const tab of tabs) await expect(banner(tab)).toContainText('do you call first');
  await expect.poll(streams).toBe(1);
  for (const tab of tabs.slice(2)) await tab.close();
  await expect.poll(streams).toBe(1);
  await expectAccessible(page);

  await banner(page).getByRole('link', { name: 'Answer' }).click();
  await expect(page).toHaveURL(PAGE);
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  await showEveryone(server);
  await hostPoll(server.services, POLL, { shownTo: 'everyone' });
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('row')).toHaveText([/Choice/, /officer, your answer.*100%/, /0%/, /0%/, /0%/]);
  await expect(results.getByText('your answer', { exact: true })).toHaveCount(1);
  await expect(results.getByRole('status')).toHaveText('1 answer. Most: The contracting officer, 100 percent.');
  await expectAccessible(page);

  await hostPoll(server.services, POLL, { state: 'closed' });
  await expect(banner(other).getByRole('link', { name: 'See Results' })).toBeVisible();
  await banner(other).getByRole('button', { name: 'Dismiss' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(banner(other)).toHaveCount(0);
  await other.reload();
  const next = { ...POLL, questionId: 'cmmc-boundary' };
  await hostPoll(server.services, next, { state: 'open', isOnStage: true });
  await expect(banner(other)).toContainText('CMMC boundary');
  await hostPoll(server.services, POLL, { isOnStage: true });
  await expect(banner(other)).toHaveCount(0);

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await expect.poll(streams).toBe(0);
});

test('live: a countdown follows the clock of the server, and an open question closes under the hand (decision 050)', async ({
  page,
  server,
}) => {
  // The phone is a day ahead.
  await page.clock.install({ time: Date.now() + 86_400_000 });
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, closesInSeconds: 3600 });
  await server.signIn(page);
  await page.goto(PAGE);
  const choice = page.getByRole('radio').first();
  await expect(choice).toBeVisible();
  const place = await choice.boundingBox();
  await expect(page.getByRole('timer')).toHaveText(/Closes in (60:00|59:\d\d)/);
  expect(await choice.boundingBox()).toEqual(place);
  await page.getByRole('radio').first().check();
  await hostPoll(server.services, POLL, { state: 'closed' });
  await expect(page.getByRole('status').filter({ hasText: 'This poll is closed.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Answer' })).toHaveCount(0);
});

test('live: a changed agenda, a changed zone and changed names of the event reach an open page (decisions 050, 067)', async ({
  page,
  context,
  server,
}) => {
  const streams = openStreams(context);
  await page.clock.install();
  await server.signIn(page);
  await page.goto('/agenda');
  const times = (zone: string) => page.getByRole('heading', { level: 3, name: new RegExp(`${zone}$`) });
  await expect(times('ET').first()).toBeVisible();
  await expect.poll(streams).toBe(1);
  await changeItem(server, 'opening', { title: 'Moved to the Atrium' });
  await passUntil(page, async () => (await page.getByText('Moved to the Atrium').count()) > 0);
  await changeEvent(server, { timeZone: 'America/Denver', dayFilters: ['Kick-off', 'Day 2'] });
  await passUntil(page, () => times('MT').first().isVisible());
  await expect(times('ET')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Kick-off', exact: true })).toBeVisible();
});

test('live: a page that was hidden for five minutes is right within a second of being shown (decision 050)', async ({
  page,
  context,
  server,
}) => {
  const streams = openStreams(context);
  await page.clock.install();
  await server.signIn(page);
  await page.goto('/agenda');
  await expect.poll(streams).toBe(1);
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await page.clock.runFor(10_000);
  await expect.poll(streams).toBe(0);
  await page.clock.fastForward('05:00');
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  // From here on no time passes in the page but what the test lets pass: the answers alone take their real time.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const listed = page.waitForResponse((response) => response.url().endsWith('/public/live/state'));
  await setHidden(false);
  await listed;
  await page.clock.runFor(1000);
  await expect(banner(page)).toBeVisible();
  await page.clock.resume();
  await expect.poll(streams).toBe(1);
});

test('live: a stream that is cut without a word is replaced after 25 s (decision 050)', async ({
  page,
  server,
  network,
}) => {
  await page.clock.install();
  network.use({ faults: { hang: 1 }, only: ({ path }) => path === STREAM });
  await server.signIn(page);
  await page.goto('/agenda');
  await expect.poll(() => asked(network, STREAM)).toBe(1);
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await passUntil(page, () => banner(page).isVisible());
  expect(asked(network, STREAM)).toBeLessThanOrEqual(2);
});

test('live: behind a proxy that holds streams back the phone polls, at most 6 s late (decision 050)', async ({
  page,
  server,
  network,
}) => {
  await page.clock.install();
  network.use({ faults: { stall: 1 }, only: ({ path }) => path === STREAM });
  await server.signIn(page);
  await page.goto('/agenda');
  await passUntil(page, () => asked(network, STREAM) === 2);
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await passUntil(page, () => banner(page).isVisible());
  await hostPoll(server.services, POLL, { isOnStage: false });
  await page.clock.runFor(6000);
  await expect(banner(page)).toHaveCount(0);
  expect(asked(network, STREAM)).toBe(2);
});
