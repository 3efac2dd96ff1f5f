import type { Profile } from '@companion/contract/session';
import { afterAnswer } from '@companion/testkit/afterAnswer';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page, Request } from '@playwright/test';

/*
 * §7, row by row, as the running app sends it. No screen uses share/mail and share/sms: see
 * web/src/api/shareApi.test.ts. The rows of a guest and those of an attendee share a page; each is a step of its own.
 */

interface Sent {
  call: string;
  /** A placeholder such as `{id}` matches one path segment. */
  path: string;
  payload?: string[];
  /** What to do on a screen so that it makes the call. */
  act(page: Page, server: TestServer, visitor: Profile): Promise<unknown>;
  isSignedOut?: true;
  /** §8: these show a failure in their own way. */
  isQuiet?: true;
}

const open = (path: string) => (page: Page) => page.goto(path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
};
const OPENING = '/agenda/agenda/opening';

async function signIn(page: Page, _server: TestServer, { phone }: Profile): Promise<void> {
  await page.goto('/login');
  await fill(page, { 'Phone Number': phone });
  await press(page, 'Create Account or Sign In');
}

async function register(page: Page): Promise<void> {
  await page.goto('/registration');
  await fill(page, {
    'First Name': 'Maya',
    'Last Name': 'Redfeather',
    Email: 'maya@example.com',
    'Phone Number': '2025550143',
    'Organization Name': 'Blue Mesa LLC',
  });
  await page.getByLabel('Organization Type').selectOption('HUBZone');
  await page.getByRole('checkbox').check();
  await press(page, 'Create Profile');
}

async function vote(page: Page, ...names: string[]): Promise<void> {
  await page.goto(OPENING);
  for (const [index, name] of names.entries()) {
    await press(page, name);
    // A vote that fails is shown for a moment only.
    const isLast = index === names.length - 1;
    if (!isLast) await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  }
}

async function comment(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await page.goto(OPENING);
    await fill(page, { 'Your comment': text });
    await press(page, index === 0 ? 'Send Comment' : 'Update Comment');
    if (index < texts.length - 1) await expect(page).toHaveURL('/agenda');
  }
}

async function resetLink(page: Page, server: TestServer, { email }: Profile): Promise<string> {
  await page.request.post('/api/public/auth/send-reset-password', { data: { email } });
  return /http\S+/.exec((await server.outbox())[0]?.text ?? '')?.[0] ?? 'no link in the message';
}

const PROFILE = ['email', 'firstName', 'lastName', 'organizationName', 'organizationType', 'phone'];

const CALLS: Sent[] = [
  { call: 'POST', path: '/public/login', payload: ['phone'], act: signIn, isSignedOut: true, isQuiet: true },
  {
    call: 'POST',
    path: '/sms/login',
    payload: ['code', 'phone'],
    act: async (page, server, visitor) => {
      await signIn(page, server, visitor);
      await fill(page, { 'Verification code': '000000' });
    },
    isSignedOut: true,
    isQuiet: true,
  },
  {
    call: 'POST',
    path: '/public/autologin',
    payload: ['token'],
    act: open('/privacy-policy?t=a-link'),
    isSignedOut: true,
    isQuiet: true,
  },
  {
    call: 'POST',
    path: '/public/refresh',
    payload: ['refresh_token'],
    act: async (page, server) => {
      server.clock.advance(11 * 60_000);
      await page.goto('/dashboard');
    },
  },
  { call: 'GET', path: '/public/accounts/{id}', act: open('/profile/edit') },
  {
    call: 'POST',
    path: '/public/accounts',
    payload: [...PROFILE, 'postEventComplete', 'preEventComplete', 'registrationComplete', 'smsEnabled'],
    act: register,
    isSignedOut: true,
  },
  {
    call: 'PUT',
    path: '/public/accounts/{id}',
    payload: [...PROFILE, 'smsEnabled'],
    act: async (page) => {
      await page.goto('/profile/edit');
      await fill(page, { 'First Name': 'Grace' });
      await press(page, 'Save Changes');
    },
  },
  { call: 'GET', path: '/public/questions', act: open('/polls') },
  {
    call: 'GET',
    path: '/public/questions/{campaignId}/{questionId}',
    act: open('/polls/pre-event/first-time'),
  },
  {
    call: 'POST',
    path: '/public/questions/{questionId}',
    payload: ['answers', 'campaignId', 'comment', 'questionId'],
    act: async (page) => {
      await page.goto('/polls/pre-event/first-time');
      await page.getByRole('radio', { name: 'Yes' }).check();
      await press(page, 'Send Answer');
    },
  },
  { call: 'GET', path: '/public/content', act: open('/agenda') },
  { call: 'GET', path: '/public/content/{campaignId}/{contentId}', act: open(OPENING) },
  {
    call: 'POST',
    path: '/public/content/comments',
    payload: ['campaignId', 'comment', 'contentId'],
    act: (page) => comment(page, 'Clear'),
  },
  {
    call: 'PUT',
    path: '/public/content/comments',
    payload: ['campaignId', 'comment', 'contentId'],
    act: (page) => comment(page, 'Clear', 'And useful'),
  },
  {
    call: 'POST',
    path: '/public/content/votes',
    payload: ['campaignId', 'contentId', 'vote'],
    act: (page) => vote(page, 'Vote up'),
  },
  {
    call: 'PUT',
    path: '/public/content/votes',
    payload: ['campaignId', 'contentId', 'vote'],
    act: (page) => vote(page, 'Vote up', 'Vote down'),
  },
  {
    call: 'POST',
    path: '/public/feedback',
    payload: ['message'],
    act: async (page) => {
      await page.goto('/profile/give-us-feedback');
      await fill(page, { Message: 'More tea' });
      await press(page, 'Send Feedback');
    },
  },
  {
    call: 'POST',
    path: '/public/auth/send-reset-password',
    payload: ['email'],
    act: async (page) => {
      await page.goto('/lost-password');
      await fill(page, { Email: 'ada@example.com' });
      await press(page, 'Send Reset Link');
    },
    isSignedOut: true,
  },
  { call: 'POST', path: '/public/auth/validate-token', payload: ['token'], act: open('/reset-password?token=none') },
  {
    call: 'POST',
    path: '/public/auth/reset-password',
    payload: ['confirmPassword', 'newPassword', 'resetToken'],
    act: async (page, server, visitor) => {
      await page.goto(await resetLink(page, server, visitor));
      await fill(page, { 'New Password': 'a walk by the river', 'Confirm Password': 'a walk by the river' });
      await press(page, 'Save Password');
    },
  },
];

/** Whether the app sent this row of the table. */
const isCall =
  ({ call, path }: Sent) =>
  (request: Request) =>
    request.method() === call && addressOf(path).test(request.url());
const addressOf = (path: string) => new RegExp(`^http://[^/]+/api${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);

const SENDERS = Object.entries(Object.groupBy(CALLS, ({ isSignedOut }) => (isSignedOut ? 'a guest' : 'an attendee')));

/** Each row has an attendee of its own, so that no row finds what another one sent. */
async function begin(page: Page, server: TestServer, { isSignedOut }: Sent): Promise<Profile> {
  // A row may have moved the clock.
  server.clock.set(Date.now());
  const session = await server.register();
  await beginVisit(page, isSignedOut ? undefined : session);
  return session.profile;
}

for (const [sender, rows] of SENDERS) {
  test(`calls: each of ${sender} is sent as JSON, with bearer and cookies (§7)`, async ({ page, context, server }) => {
    test.slow();
    const modes = await watchCredentials(page);
    for (const row of rows) {
      const { call, path, payload, act, isSignedOut } = row;
      await test.step(`${call} ${path} is sent as JSON, with bearer and cookies`, async () => {
        const profile = await begin(page, server, row);
        await context.addCookies([{ name: 'of_the_host', value: 'yes', url: server.url }]);
        modes.length = 0;
        const going = page.waitForRequest(isCall(row));
        await act(page, server, profile);
        const request = await going;

        const headers = await request.allHeaders();
        expect(headers.cookie).toContain('of_the_host=yes');
        expect(new Set(modes), 'cookies are sent to another host, too').toEqual(new Set(['include']));
        if (isSignedOut) expect(headers.authorization).toBeUndefined();
        else expect(headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
        expect(headers['content-type']).toBe(payload && 'application/json');
        expect(payload && Object.keys(request.postDataJSON()).sort()).toEqual(payload?.sort());
      });
    }
  });

  test(`calls: each of ${sender} that fails shows data.message in a toast (§8)`, async ({ page, server }) => {
    test.slow();
    for (const row of rows.filter(({ isQuiet }) => !isQuiet)) {
      const { call, path, act } = row;
      await test.step(`${call} ${path} that fails shows data.message in a toast`, async () => {
        const profile = await begin(page, server, row);
        await page.route(addressOf(path), (route) =>
          isCall(row)(route.request())
            ? route.fulfill({ status: 500, json: { message: 'The hall is being painted.' } })
            : route.fallback(),
        );
        // The failed call may prevent the following steps.
        const acting = act(page, server, profile).catch(() => {});
        await expect(page.getByRole('alert').filter({ hasText: 'The hall is being painted.' })).toBeVisible();
        await acting;
        await page.unroute(addressOf(path));
      });
    }
  });
}

test('calls: a 401 causes one refresh and one retry, no more (§7)', async ({ page, server }) => {
  await server.signIn(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/content$|refresh$/.test(pathname)) sent.push(`${pathname} ${request.headers().authorization}`);
  });
  await page.route('**/api/public/content', (route) => route.fulfill({ status: 401, json: { message: 'No.' } }));
  await page.goto('/agenda');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(sent.map((one) => one.split(' ')[0])).toEqual([
    '/api/public/content',
    '/api/public/refresh',
    '/api/public/content',
  ]);
  expect(sent[2], 'the retry sends the new token').not.toBe(sent[0]);
});

test('calls: a 401 from autologin or reset-password causes no refresh (§7)', async ({ page, server }) => {
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/refresh')) refreshes += 1;
  });
  const session = await server.register();
  for (const path of ['/public/autologin', '/public/auth/reset-password']) {
    await test.step(path, async () => {
      await beginVisit(page, session);
      await page.route(addressOf(path), (route) => route.fulfill({ status: 401, json: { message: 'No.' } }));
      const answered = page.waitForResponse(addressOf(path));
      await CALLS.find((row) => row.path === path)?.act(page, server, session.profile);
      await afterAnswer(page, answered);
      await nextFrames(page);
      expect(refreshes).toBe(0);
      expect(await page.evaluate(() => localStorage.getItem('_token')), 'still signed in').not.toBeNull();
    });
  }
});

/** The credentials mode of every call that the page makes from now on. */
async function watchCredentials(page: Page): Promise<string[]> {
  const modes: string[] = [];
  await page.exposeFunction('recordCredentials', (mode: string) => modes.push(mode));
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      const request = new Request(input, init);
      // Exposed above: not in the DOM's types.
      if (request.url.includes('/api/')) Reflect.get(window, 'recordCredentials')(request.credentials);
      return fetch(request);
    };
  });
  return modes;
}
