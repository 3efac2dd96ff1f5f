import { createECDH, randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { TestServer } from '@companion/testkit/testServer';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Locator, Page, Worker } from '@playwright/test';

test.use({ serviceWorkers: 'allow', reuseServer: true });

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/of-this-test';

/** What a browser with a push service has: the one of the tests has none. */
async function subscribable(page: Page): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  const json = { endpoint: ENDPOINT, keys: { p256dh, auth } };
  await page.addInitScript((fields) => {
    const stored = 'subscribed';
    const current = () => (localStorage.getItem(stored) ? subscription : null);
    const readPermission = () => sessionStorage.getItem('permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: readPermission });
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permission', 'granted');
      return 'granted';
    };
    const subscription = {
      ...{ endpoint: fields.endpoint, toJSON: () => fields },
      options: { applicationServerKey: new ArrayBuffer() },
      unsubscribe: async () => {
        localStorage.removeItem(stored);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async () => {
        localStorage.setItem(stored, 'yes');
        return subscription;
      },
    });
  }, json);
}

const stored = async ({ services: { db } }: TestServer) => ({
  devices: (await db.selectFrom('push_devices').select('endpoint').execute()).map(({ endpoint }) => endpoint),
  settings: await db.selectFrom('notice_settings').select(['changes', 'reminders', 'announcements']).execute(),
});

/** @returns the box of one choice, which is checked */
async function openChoices(page: Page): Promise<Locator> {
  await page.goto('/profile/notifications');
  const changes = page.getByRole('checkbox', { name: /moves or is cancelled/ });
  await expect(changes).toBeChecked();
  return changes;
}

test('notifications: each kind is turned off and on, and the phone is pushed to only after a tap (decision 071)', async ({
  page,
  server,
}) => {
  await subscribable(page);
  await server.signIn(page);
  await page.goto('/profile/notifications');
  const reminders = page.getByRole('checkbox', { name: 'Ten minutes before a session that I saved' });
  await expect(reminders).toBeChecked();
  await expectAccessible(page);
  await reminders.click();
  await expect(reminders).not.toBeChecked();
  await expect
    .poll(async () => (await stored(server)).settings)
    .toEqual([{ changes: 1, reminders: 0, announcements: 1 }]);
  await page.reload();
  await expect(reminders).not.toBeChecked();

  const turnOn = page.getByRole('button', { name: 'Notify Me on This Phone' });
  await expect(turnOn).toBeVisible();
  expect(await page.evaluate(() => Notification.permission)).toBe('default');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await turnOn.click();
  const turnOff = page.getByRole('button', { name: 'Turn Off on This Phone' });
  await expect(turnOff).toBeFocused();
  expect((await stored(server)).devices).toEqual([ENDPOINT]);
  await expectAccessible(page);
  // As after another sign-in: the next start of the app tells the server again.
  await server.services.db.deleteFrom('push_devices').execute();
  await page.reload();
  await expect.poll(async () => (await stored(server)).devices, { timeout: 15_000 }).toEqual([ENDPOINT]);
  await turnOff.click();
  await expect(turnOn).toBeVisible();
  await expect.poll(async () => (await stored(server)).devices).toEqual([]);
});

test('notifications: a choice that follows while the one before is saved is saved, too', async ({ page, server }) => {
  await server.signIn(page);
  const changes = await openChoices(page);
  const release = await holdCalls(page, '**/notices/settings');
  await changes.uncheck();
  await page.getByRole('checkbox', { name: /Ten minutes before/ }).uncheck();
  release();
  await expect
    .poll(async () => (await stored(server)).settings)
    .toEqual([{ changes: 0, reminders: 0, announcements: 1 }]);
  await page.reload();
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(2);
});

test('notifications: what was chosen shows after a look at another page, and what was stored after a lost answer', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const changes = await openChoices(page);
  const release = await holdCalls(page, '**/notices/settings');
  await changes.uncheck();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(changes).not.toBeChecked();
  release();
  await expect
    .poll(async () => (await stored(server)).settings)
    .toEqual([{ changes: 0, reminders: 1, announcements: 1 }]);

  await page.unroute('**/notices/settings');
  await loseAnswers(page, '**/notices/settings', (request) => request.method() === 'PUT');
  await changes.check();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(changes).toBeChecked();
  expect((await stored(server)).settings).toEqual([{ changes: 1, reminders: 1, announcements: 1 }]);
});

test('notifications: a phone that somebody else signs in on shows nothing of the person before', async ({
  page,
  server,
}) => {
  await subscribable(page);
  const before = await server.signIn(page);
  await page.goto('/profile/notifications');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: 'Notify Me on This Phone' }).click();
  await expect(page.getByRole('button', { name: 'Turn Off on This Phone' })).toBeVisible();
  const isSubscribed = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.pushManager.getSubscription()) !== null;
    });
  expect(await isSubscribed()).toBe(true);

  // The server does not learn of the sign-out.
  await page.route('**/api/public/logout', (route) => route.abort());
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(isSubscribed, { timeout: 15_000 }).toBe(false);

  const credentials = await server.register();
  const signInAs = (session: typeof before) =>
    page.evaluate((text) => localStorage.setItem('_token', text), JSON.stringify(session));
  await signInAs(credentials);
  await page.goto('/profile/notifications');
  await expect(page.getByRole('button', { name: 'Notify Me on This Phone' })).toBeVisible();
  expect(await isSubscribed()).toBe(false);

  // Who returns has it again, without another tap.
  await signInAs(before);
  await page.goto('/profile/notifications');
  await expect(page.getByRole('button', { name: 'Turn Off on This Phone' })).toBeVisible();
  await expect.poll(isSubscribed, { timeout: 15_000 }).toBe(true);
});

test('notifications: what the browser asked one person is not the consent of the next, who signs in meanwhile', async ({
  page,
  context,
  server,
}) => {
  await subscribable(page);
  await page.addInitScript(() => {
    const ask = Notification.requestPermission;
    const allowed = Promise.withResolvers<void>();
    Object.assign(window, { allow: allowed.resolve });
    Notification.requestPermission = async () => {
      await allowed.promise;
      return ask();
    };
  });
  await server.signIn(page);
  const next = await server.register({ firstName: 'Bob' });
  await page.goto('/profile/notifications');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const turnOn = page.getByRole('button', { name: 'Notify Me on This Phone' });
  await turnOn.click();
  await expect(turnOn).toHaveAttribute('aria-busy', 'true');
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await storeCredentials(other, next);
  await expect(turnOn).not.toHaveAttribute('aria-busy');

  await page.evaluate(() => Reflect.get(window, 'allow')());
  await page.waitForFunction(() => Notification.permission === 'granted');
  await untilQuiet(page);
  expect((await stored(server)).devices).toEqual([]);
  expect(await page.evaluate(() => ['_push', 'subscribed'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
  ]);
});

/** What the worker has shown. The headless shell allows no notifications, so that it keeps them in place of the browser. */
async function keepShown(worker: Worker): Promise<() => Promise<unknown[]>> {
  await worker.evaluate(() => {
    const shown: Record<string, object> = {};
    const showNotification = async (title: string, { body, data, tag = '' }: NotificationOptions = {}) => {
      // As a browser does: one of a tag takes the place of the one before.
      shown[tag] = { title, body, data };
    };
    Object.assign(globalThis, { shown });
    Object.assign(ServiceWorkerRegistration.prototype, { showNotification });
  });
  return () => worker.evaluate(() => Object.values(Object(Reflect.get(globalThis, 'shown'))));
}

test('notifications: the worker shows what is pushed, a message that is delivered twice once, and a tap opens its session in a tab of the app', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The app has no worker.');
  const shown = await keepShown(worker);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const session = { campaignId: 'agenda', contentId: 'keynote-day-1' };
  const payload = { title: 'Moved: Opening', text: 'Now in Hall B.', session, tag: 'one' };
  for (const data of [JSON.stringify(payload), JSON.stringify(payload), 'of a newer server']) {
    await devTools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  }
  await expect.poll(shown).toEqual([
    { title: 'Moved: Opening', body: 'Now in Hall B.', data: '/agenda/agenda/keynote-day-1' },
    { title: 'News from the event', body: 'Open the app to read it.', data: '/dashboard' },
  ]);

  // The tab that was used last, of which the worker serves nothing.
  const staffPage = await context.newPage();
  await staffPage.goto('/console');
  await expect(staffPage.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await staffPage.bringToFront();
  await worker.evaluate((path) => {
    const tap = new Event('notificationclick');
    const notification = { data: path, close: () => {} };
    dispatchEvent(Object.assign(tap, { notification, waitUntil: () => {} }));
  }, '/agenda/agenda/keynote-day-1');
  await expect(page).toHaveURL(/\/agenda\/agenda\/keynote-day-1$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(staffPage.url()).pathname).toMatch(/^\/console/);
});
