import type { Credentials } from '@companion/contract/session';
import { afterAnswer } from '@companion/testkit/afterAnswer';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { shortenPauses } from '@companion/testkit/shortenPauses';
import type { TestServer } from '@companion/testkit/testServer';
import type { BrowserContext, Page } from '@playwright/test';

const REFRESH = '**/api/public/refresh';
/** Access tokens are valid for 10 minutes (decision 031). */
const PAST_ACCESS = 11 * 60_000;

const countRefreshes = (context: BrowserContext) => {
  const sent: unknown[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/public/refresh')) sent.push(request.postDataJSON());
  });
  return sent;
};
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** Navigates within the app to a page that always calls the server, with the credentials in the tab's memory. */
const openAccount = (page: Page) =>
  page.evaluate(() => {
    history.pushState(null, '', '/profile/edit');
    dispatchEvent(new PopStateEvent('popstate'));
  });
const accountLoads = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/public/accounts/') && response.status() === 200);
const storedToken = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? 'null'));
/** Begins a row of a table, whose attendee has just signed in. The row before may have moved the clock. */
async function beginWithSession(page: Page, server: TestServer): Promise<Credentials> {
  server.clock.set(Date.now());
  const session = await server.register();
  await beginVisit(page, session);
  return session;
}

test('refresh: after a 401 the call is retried with a new token; a tab that missed a refresh adopts its result instead (§7)', async ({
  page,
  server,
}) => {
  const old = await server.signIn(page);
  const sent = countRefreshes(page.context());
  await page.goto('/privacy-policy');
  server.clock.advance(PAST_ACCESS);
  const loaded = accountLoads(page);
  await openAccount(page);
  const response = await loaded;

  expect(sent).toEqual([{ refresh_token: old.refresh_token }]);
  const now = await storedToken(page);
  expect(now.access_token).not.toBe(old.access_token);
  expect(now.refresh_token).not.toBe(old.refresh_token);
  expect(response.request().headers().authorization).toBe(`Bearer ${now.access_token}`);

  await page.goto('/privacy-policy');
  server.clock.advance(PAST_ACCESS);
  const data = { refresh_token: now.refresh_token };
  const renewed = await (await page.request.post('/api/public/refresh', { data })).json();
  // A tab gets no storage event for its own writes, so it has not noticed yet.
  await page.evaluate((text) => localStorage.setItem('_token', text), JSON.stringify(renewed));
  sent.length = 0;
  const adopted = accountLoads(page);
  await openAccount(page);
  expect((await adopted).request().headers().authorization).toBe(`Bearer ${renewed.access_token}`);
  expect(sent).toEqual([]);
});

test("refresh: an expired access token is refreshed first, without a 401, and once only where the phone's clock is hours ahead", async ({
  page,
  server,
}) => {
  for (const hours of [0, 5]) {
    await test.step(`the phone's clock is ${hours} hours ahead`, async () => {
      server.clock.set(Date.now() - PAST_ACCESS);
      const old = await server.register();
      await beginVisit(page, old);
      server.clock.advance(PAST_ACCESS);
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/')) statuses.push(response.status());
      });
      const sent = countRefreshes(page.context());
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000);
      await page.goto('/profile');
      await openAccount(page);
      await expect(page.getByLabel('First Name')).toBeVisible();
      expect(sent).toEqual([{ refresh_token: old.refresh_token }]);
      expect(statuses.filter((status) => status === 401)).toEqual([]);
    });
  }
});

test('refresh: ten tabs refresh once (§7)', async ({ page, context, server }) => {
  test.slow();
  await server.signIn(page);
  await page.goto('/privacy-policy');
  const tabs = [page];
  while (tabs.length < 10) {
    const tab = await context.newPage();
    await tab.goto('/privacy-policy');
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(menu(tab)).toBeVisible();
  const sent = countRefreshes(context);
  const { promise: allWait, resolve: release } = Promise.withResolvers<void>();
  await context.route(REFRESH, async (route) => {
    await allWait;
    await route.continue();
  });
  server.clock.advance(PAST_ACCESS);
  const loaded = tabs.map(accountLoads);
  await Promise.all(tabs.map(openAccount));
  // One tab refreshes while all others wait for the lock.
  const waiting = () =>
    page.evaluate(async () => (await navigator.locks.query()).pending?.filter(({ name }) => name === 'refresh').length);
  await expect.poll(waiting).toBe(tabs.length - 1);
  release();
  await Promise.all(loaded);

  expect(sent).toHaveLength(1);
  const tokens = await Promise.all(tabs.map(async (tab) => (await storedToken(tab)).access_token));
  expect(new Set(tokens).size).toBe(1);
});

const ENDS = [
  ['401', { status: 401, json: { message: 'Please sign in.', traceId: 'x' } }],
  ['400', { status: 400, json: { message: 'Please sign in.', traceId: 'x' } }],
  ['403', { status: 403, json: { message: 'Please sign in.', traceId: 'x' } }],
  ['a success without credentials', { status: 200, json: {} }],
  ['a success with null', { status: 200, contentType: 'application/json', body: 'null' }],
] as const;

test('refresh: an answer that ends the session signs out, and the login screen says why (§7, decision 031)', async ({
  page,
  server,
}) => {
  for (const [what, answer] of ENDS) {
    await test.step(`${what} signs out, and the login screen says why`, async () => {
      await beginWithSession(page, server);
      await page.goto('/privacy-policy');
      await page.evaluate(() => localStorage.setItem('authToken', 'a-link'));
      server.clock.advance(PAST_ACCESS);
      await page.route(REFRESH, (route) => route.fulfill(answer));
      await openAccount(page);

      await expect(page).toHaveURL('/login');
      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      expect(await page.evaluate(() => [localStorage.getItem('_token'), localStorage.getItem('authToken')])).toEqual([
        null,
        null,
      ]);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.unroute(REFRESH);
    });
  }
});

const FAILURES = [
  ['503', { status: 503, json: { message: 'Back in a minute.', traceId: 'x' } }],
  ['an empty success', { status: 200, contentType: 'application/json', body: '' }],
  ['a success that is cut off', { status: 200, contentType: 'application/json', body: '{"profile":{' }],
  ["a captive portal's page", { status: 200, contentType: 'text/html', body: '<h1>Accept the terms</h1>' }],
  ['401 of a captive portal', { status: 401, contentType: 'text/html', body: '<h1>Accept the terms</h1>' }],
  ['429', { status: 429, json: { message: 'Too many.', traceId: 'x' } }],
  ['no network', undefined],
] as const;

test('refresh: any other failure keeps the session, and the next call tries again (decision 031)', async ({
  page,
  server,
}) => {
  // A read is repeated after pauses, before its failure shows.
  await shortenPauses(page);
  for (const [what, answer] of FAILURES) {
    await test.step(`${what} keeps the session, and the next call tries again`, async () => {
      const old = await beginWithSession(page, server);
      await page.goto('/privacy-policy');
      server.clock.advance(PAST_ACCESS);
      await page.route(REFRESH, (route) => (answer ? route.fulfill(answer) : route.abort()));
      const tried = page.waitForRequest(REFRESH);
      await openAccount(page);
      await tried;
      // Without an answer, the form shows the session's copy.
      const fields = page.getByLabel('First Name');
      await expect(fields.or(page.getByRole('button', { name: 'Try again' }))).toBeVisible();
      await expect(page).toHaveURL('/profile/edit');
      expect(await storedToken(page)).toEqual(old);

      await page.unroute(REFRESH);
      const loaded = accountLoads(page);
      await menu(page).getByRole('link', { name: 'Profile' }).click();
      await page.getByRole('link', { name: 'Edit Profile' }).click();
      await loaded;
      expect((await storedToken(page)).access_token).not.toBe(old.access_token);
    });
  }
});

test('refresh: without locks a tab refreshes directly, once for all its calls (§7)', async ({ page, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await server.signIn(page);
  await page.goto('/privacy-policy');
  server.clock.advance(PAST_ACCESS);
  const sent = countRefreshes(page.context());
  const loaded = accountLoads(page);
  await openAccount(page);
  await loaded;
  expect(sent).toHaveLength(1);
});

test('refresh: without getting the lock for 10 seconds, the tab refreshes (decision 031)', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  // The tab asks for 10 seconds, and gets a tenth of one.
  await page.addInitScript((wait) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      if (ms === wait) document.documentElement.dataset.waited = 'yes';
      return timeout(ms === wait ? 100 : ms);
    };
  }, 10_000);
  await page.goto('/privacy-policy');
  const holder = await context.newPage();
  await holder.goto('/privacy-policy');
  await holder.evaluate(() => {
    void navigator.locks.request('refresh', () => new Promise(() => {}));
  });
  server.clock.advance(PAST_ACCESS);
  const sent = countRefreshes(context);
  const loaded = accountLoads(page);
  await openAccount(page);
  await loaded;
  expect(sent).toHaveLength(1);
  await expect(page.locator('html')).toHaveAttribute('data-waited', 'yes');
});

test('refresh: signing out during a refresh stays signed out', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/privacy-policy');
  server.clock.advance(PAST_ACCESS);
  const release = await holdCalls(page, REFRESH);
  const requested = page.waitForRequest(REFRESH);
  await openAccount(page);
  await requested;
  await page.evaluate(() => {
    localStorage.removeItem('_token');
    window.dispatchEvent(new StorageEvent('storage', { key: '_token' }));
  });
  await expect(page).toHaveURL('/login');
  const answered = page.waitForResponse(REFRESH);
  release();
  await afterAnswer(page, answered);
  expect(await storedToken(page)).toBeNull();
  await expect(page).toHaveURL('/login');
});
