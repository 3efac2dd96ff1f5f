import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, registerIn, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

/** The token of the sign-in link in the SMS. */
async function textedToken(page: Page, phone: string, outbox: () => Promise<{ text: string }[]>): Promise<string> {
  await page.request.post('/api/public/login', { data: { phone } });
  await expect.poll(async () => (await outbox()).length).toBeGreaterThan(0);
  const [sms] = await outbox();
  return /[?&]t=([\w.~-]+)/.exec(sms?.text ?? '')?.[1] ?? 'no link in the message';
}

const logsOf = (page: Page) => {
  const logs: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'log') logs.push(message.text());
  });
  return logs;
};
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test('autologin: ?t= signs in, is stored as authToken, which signs in again once, and removed from the address (§4)', async ({
  page,
  server,
}) => {
  const { profile } = await registerIn(page, server);
  const token = await textedToken(page, profile.phone, server.outbox);
  await page.goto('/privacy-policy');
  await page.goto(`/prevent-survey?t=${token}&x=1`);

  await expect(page).toHaveURL('/prevent-survey');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(page, 'authToken')).toBe(token);
  expect(JSON.parse((await stored(page, '_token')) ?? 'null').profile.id).toBe(profile.id);
  await page.goBack();
  await expect(page, 'the address with the token was replaced').toHaveURL('/privacy-policy');

  await page.evaluate(() => localStorage.removeItem('_token'));
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(JSON.parse((await stored(page, '_token')) ?? 'null').profile.id).toBe(profile.id);
});

test('autologin: the texted link opens the splash and then the dashboard; a slow answer does not lead to login (§2, §4)', async ({
  page,
  server,
}) => {
  const { profile } = await registerIn(page, server);
  const token = await textedToken(page, profile.phone, server.outbox);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url().slice(server.url.length)));
  await page.goto(`/?t=${token}`);
  await expect(page).toHaveURL('/dashboard');
  expect([...new Set(visited)]).toEqual([`/?t=${token}`, '/', '/dashboard']);

  await beginVisit(page);
  await page.clock.install();
  const release = await holdCalls(page, '**/api/public/autologin');
  const requested = page.waitForRequest('**/api/public/autologin');
  await page.goto(`/?t=${token}`);
  await requested;
  // Longer than the splash screen shows.
  await page.clock.runFor(3000);
  release();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(visited).not.toContain('/login');
});

test('autologin: a failure is only logged, and the token removed from the address and not passed on to the login screen (§4, §8)', async ({
  page,
}) => {
  const logs = logsOf(page);
  await page.goto('/login?t=nonsense');
  await expect.poll(() => logs.length).toBe(1);
  expect(logs[0]).toMatch(/^Auto-login failed:/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your phone number');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await stored(page, 'authToken')).toBeNull();

  await page.goto('/privacy-policy?t=nonsense&x=1#help-desk');
  await expect(page).toHaveURL('/privacy-policy?x=1#help-desk');
  await page.goto('/agenda?t=nonsense&x=1');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.state.usr.from.search)).toBe('?x=1');
  expect(logs).toHaveLength(3);
});

test('autologin: going back to the address of a link that has failed leads to login, without its token (§4, §8)', async ({
  page,
}) => {
  const logs = logsOf(page);
  const release = await holdCalls(page, '**/api/public/autologin');
  await page.goto('/agenda?t=nonsense&x=1');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  release();
  await expect(page).toHaveURL('/login');

  await page.goBack();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.state.usr.from)).toMatchObject({ pathname: '/agenda', search: '?x=1' });
  expect(logs, 'it is not tried again').toHaveLength(1);
});

test('autologin: a stored authToken that fails is tried once and logged, login follows; while signed in none is tried (§4)', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => localStorage.setItem('authToken', 'old'));
  const logs = logsOf(page);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/autologin')) calls += 1;
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: /Privacy Policy/ }).click();
  await expect(page.getByRole('region', { name: 'Help desk' })).toBeVisible();
  expect(calls).toBe(1);
  expect(logs).toEqual([expect.stringMatching(/^Auto-login failed:/)]);

  await storeCredentials(page, await server.register());
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await stored(page, 'authToken')).toBe('old');
  await untilQuiet(page);
  expect(calls).toBe(1);
});

const VOTES = '**/api/public/content/votes';

test("autologin: another account's link is followed only once everything is sent (decision 039)", async ({
  page,
  server,
}) => {
  const [me, other] = [await server.signIn(page), await server.register()];
  const link = `/dashboard?t=${await textedToken(page, other.profile.phone, server.outbox)}`;
  const signedIn = async () => JSON.parse((await stored(page, '_token')) ?? 'null').profile.id;
  await page.route(VOTES, (route) => route.abort());
  await page.goto('/agenda/agenda/keynote-day-1');
  await page.getByRole('button', { name: 'Vote up' }).click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('alert').filter({ hasText: 'You stay signed in' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await signedIn()).toBe(me.profile.id);

  await page.unroute(VOTES);
  await page.goto(link);
  await expect.poll(signedIn).toBe(other.profile.id);
  const votes = await server.services.db.selectFrom('votes').select(['account_id', 'vote']).execute();
  expect(votes).toEqual([{ account_id: me.profile.id, vote: 'up' }]);
});

const LOGOUT = '**/api/public/logout';

/**
 * Signs in by a link, signs out while the call does not get through, and leaves the app, which would try again.
 * @returns the link's token
 */
async function signOutUnanswered(page: Page, server: Parameters<typeof registerIn>[1]): Promise<string> {
  const { profile } = await registerIn(page, server);
  const link = await textedToken(page, profile.phone, server.outbox);
  await page.goto(`/?t=${link}`);
  await expect(page).toHaveURL('/dashboard');
  await page.route(LOGOUT, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/public/logout'));
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await lost;
  await page.goto('/robots.txt');
  return link;
}
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('autologin: a link does not sign in again on a phone that was signed out without a network (decision 031)', async ({
  page,
  context,
  server,
}) => {
  const link = await signOutUnanswered(page, server);
  await page.goto('/login');
  await context.setOffline(true);
  await page.unroute(LOGOUT);
  const told = page.waitForResponse(LOGOUT);
  await context.setOffline(false);
  expect((await told).status()).toBe(200);
  await expect.poll(() => storedKeys(page)).toEqual([]);
  await page.goto(`/?t=${link}`);
  await expect(page).toHaveURL('/login');
});

test('autologin: nor does a link that is opened before the server knows of the sign-out (decision 031)', async ({
  page,
  server,
}) => {
  const link = await signOutUnanswered(page, server);
  await page.unroute(LOGOUT);
  let exchanges = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/autologin')) exchanges += 1;
  });
  const release = await holdCalls(page, LOGOUT);
  const asked = page.waitForRequest(LOGOUT);
  await page.goto(`/?t=${link}`);
  await asked;
  // Long enough for an exchange that does not wait.
  await page.waitForTimeout(300);
  expect(exchanges).toBe(0);
  release();
  await expect(page).toHaveURL('/login');
  expect(exchanges).toBe(1);
  expect(await storedKeys(page)).toEqual([]);
});

test('autologin: while the server does not answer the sign-out, no link is exchanged (decision 031)', async ({
  page,
  server,
}) => {
  const link = await signOutUnanswered(page, server);
  const logs: string[] = [];
  page.on('console', (message) => logs.push(message.text()));
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/autologin')) calls += 1;
  });
  await page.goto(`/?t=${link}`);
  await expect(page).toHaveURL('/login');
  expect(calls).toBe(0);
  expect(logs).toContainEqual(expect.stringMatching(/^Auto-login failed:/));
  expect(await storedKeys(page)).toEqual(['signOuts']);
});
