import { createECDH, randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/of-this-test';

/** What a browser with a push service has: the one of the tests has none. */
async function subscribable(page: Page): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  const json = { endpoint: ENDPOINT, keys: { p256dh, auth } };
  await page.addInitScript((fields) => {
    let current: object | null = null;
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
        current = null;
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async () => {
        current = subscription;
        return subscription;
      },
    });
  }, json);
}

const stored = async ({ services: { db } }: TestServer) => ({
  devices: (await db.selectFrom('push_devices').select('endpoint').execute()).map(({ endpoint }) => endpoint),
  settings: await db.selectFrom('notice_settings').select(['changes', 'reminders', 'announcements']).execute(),
});

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

test('notifications: the worker shows what is pushed, and a message that is delivered twice once', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['notifications']);
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const session = { campaignId: 'agenda', contentId: 'opening session' };
  const payload = { title: 'Moved: Opening', text: 'Now in Hall B.', session, tag: 'one' };
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  for (const data of [JSON.stringify(payload), JSON.stringify(payload), 'of a newer server']) {
    await devTools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  }
  await expect.poll(shown).toEqual([
    { title: 'Moved: Opening', body: 'Now in Hall B.', data: '/agenda/agenda/opening%20session' },
    { title: 'News from the event', body: 'Open the app to read it.', data: '/dashboard' },
  ]);
});
