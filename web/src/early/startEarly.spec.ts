import { expect, test } from '@companion/testkit/browserTest';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const LISTS = ['/api/public/content', '/api/public/live/state', '/api/public/questions', '/event/event.json'];

/** Holds the app's own script back. Returns a function that lets it through. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The API calls of the page and the event's names and zone, in their order. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname === '/event/event.json') calls.push(pathname);
  });
  return calls;
}

test('early: lists, what is live and page code are on their way before the app, which asks for each list only once', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const letThrough = await holdApp(page);
  const calls = recordCalls(page);
  const code = page.waitForRequest('**/assets/tabs-*.js');
  await page.goto('/polls', { waitUntil: 'commit' });
  await code;
  await expect.poll(() => calls.toSorted()).toEqual(LISTS);

  letThrough();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(calls.toSorted()).toEqual(LISTS);
});

test('early: an expired session is refreshed first, once, and the lists are asked for with the new token', async ({
  page,
  server,
}) => {
  const payload = Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url');
  const credentials = await server.register();
  await server.signIn(page, { ...credentials, access_token: `a.${payload}.b` });
  const letThrough = await holdApp(page);
  const calls = recordCalls(page);
  const refresh = page.waitForRequest('**/api/public/refresh');
  await page.goto('/polls', { waitUntil: 'commit' });
  // §7: every request carries the token, when there is one.
  expect((await refresh).headers().authorization).toBe(`Bearer a.${payload}.b`);
  await expect.poll(() => calls.length).toBe(5);
  expect([calls[0], ...calls.slice(1).toSorted()]).toEqual(['/api/public/refresh', ...LISTS]);

  letThrough();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(calls).toHaveLength(5);
});

test('early: the answers of one account are not shown to another that signs in with a link', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const calls = recordCalls(page);
  const letThrough = await holdApp(page);
  const code = page.waitForRequest('**/assets/tabs-*.js');
  await page.goto('/polls?t=unknown', { waitUntil: 'commit' });
  await code;
  expect(calls, 'before the app knows whose link it is').toEqual([]);
  letThrough();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => calls).toContain('/api/public/autologin');
});
