import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@companion/testkit/browserTest';
import type { BrowserContext, Page } from '@playwright/test';
import { copyAppBuild, publishVersion } from './appBuild.ts';

const test = base.extend({
  webFolder: async ({ browserName: _ }, use) => {
    const folder = await copyAppBuild();
    await use(folder);
    await rm(folder, { recursive: true });
  },
});
// A browser without the worker asks for its script, which the second test removes.
test.use({ serviceWorkers: 'allow', expectedErrors: ['A bad HTTP response code (404)'] });

const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** In data-saving mode nothing is fetched in advance. */
const saveData = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
const versionOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content');
/** Opens a page as an attendee, until the phone has stored the app. Returns the app's version. */
async function openStored(page: Page, server: { signIn(page: Page): Promise<unknown> }, address: string) {
  await server.signIn(page);
  await page.goto(address);
  await workerReady(page);
  return versionOf(page);
}
const storedShells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell ')));

test('update: typed text survives it, and a tab of the old version keeps its files', async ({
  page,
  context,
  server,
  webFolder,
}) => {
  await saveData(context);
  const before = await openStored(page, server, '/profile/give-us-feedback');
  const message = page.getByRole('textbox');
  await message.fill('Half of a sent');
  const other = await context.newPage();
  // A busy phone needs seconds to start a worker.
  await other.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    Object.assign(ServiceWorker.prototype, {
      postMessage(this: ServiceWorker, message: unknown, ports: Transferable[] = []) {
        const post = () => postMessage.call(this, message, { transfer: ports });
        if (message === 'version') setTimeout(post, 4000);
        else post();
      },
    });
  });
  await other.goto('/profile');

  await publishVersion(webFolder);
  // The server reads the page's inline script at its start.
  await server.restart();
  // Each start looks for a new version.
  await other.reload();
  const notice = page.getByText('A new version is ready.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();

  await expect.poll(() => versionOf(page)).not.toBe(before);
  await expect(message).toHaveValue('Half of a sent');
  expect(await versionOf(other)).toBe(before);
  await expect(other.getByText('A new version is ready.')).toBeVisible();
  await other.getByRole('link', { name: /edit/i }).click();
  await expect(other.getByRole('heading', { name: 'Edit Profile' })).toBeVisible();
  expect(await storedShells(page)).toContain(`shell ${before}`);

  await other.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => storedShells(page)).toEqual([`shell ${await versionOf(page)}`]);
});

test('update: is offered and made also while the browser asks whether to install the app', async ({
  page,
  context,
  server,
  webFolder,
}) => {
  await saveData(context);
  await page.addInitScript(() => {
    // The attendee does not answer.
    const prompt = () => new Promise<void>(() => {});
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    addEventListener('load', () => dispatchEvent(Object.assign(offer, { prompt })));
  });
  const before = await openStored(page, server, '/agenda/agenda/opening');
  const voted = page.waitForResponse('**/votes');
  await page.getByRole('button', { name: 'Vote up' }).click();
  await voted;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Install' }).click();

  await publishVersion(webFolder);
  await server.restart();
  // Another tab's start looks for a new version. Opened before, it might find the new files on the old server.
  await (await context.newPage()).goto('/profile');
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => versionOf(page)).not.toBe(before);
});

test('update: a broken version is not installed, and a worker that the server takes back is removed', async ({
  page,
  context,
  server,
  webFolder,
}) => {
  const before = await openStored(page, server, '/dashboard');
  await publishVersion(webFolder);
  await server.restart();
  const assets = join(webFolder, 'assets');
  for (const file of await readdir(assets)) if (file.startsWith('EditProfilePage')) await rm(join(assets, file));
  const outcome = await page.evaluate(async () => {
    const registration = await (await navigator.serviceWorker.getRegistration())?.update();
    const worker = registration?.installing;
    return new Promise((resolve) => worker?.addEventListener('statechange', () => resolve(worker.state)));
  });
  expect(outcome).toBe('redundant');
  await context.setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await versionOf(page)).toBe(before);

  await context.setOffline(false);
  await rm(join(webFolder, 'sw.js'));
  await page.reload();
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
  // The page that removed it was still under its control.
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

test('update: a version that does not start is replaced by the next one without a tap', async ({
  page,
  context,
  server,
  webFolder,
}) => {
  await saveData(context);
  const before = await openStored(page, server, '/dashboard');
  const [main = ''] = (await readdir(join(webFolder, 'assets'))).filter((file) => /^index-.*\.js$/.test(file));
  const edit = async (file: string, change: (code: string) => string) => {
    const path = join(webFolder, 'assets', file);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  const broken = 'import "./missing.js";';
  await edit(main, (code) => broken + code);
  await publishVersion(webFolder);
  await server.restart();
  await page.reload();
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  // It takes over when the app is opened after its last tab was closed.
  const failed = context.waitForEvent('response', (answer) => answer.url().endsWith('/missing.js'));
  let tab = page;
  await expect
    .poll(async () => {
      await tab.close();
      tab = await context.newPage();
      await tab.goto('/agenda');
      return versionOf(tab);
    })
    .not.toBe(before);
  expect((await failed).status()).toBe(404);
  await expect(tab.getByRole('article')).toHaveCount(0);

  await edit(main.replace('.js', 'Next.js'), (code) => code.replace(broken, ''));
  await publishVersion(webFolder);
  await server.restart();
  await tab.reload();
  await expect(tab.getByRole('article').first()).toBeVisible();
});

test('update: a version that takes over while the next one is being installed leaves that one its files', async ({
  page,
  context,
  server,
  webFolder,
}) => {
  await saveData(context);
  const before = await openStored(page, server, '/dashboard');
  /** Looks for a new version, as the app does each hour. */
  const lookForUpdate = () =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const workers = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return [registration?.installing, registration?.waiting, registration?.active].map((worker) => worker?.state);
    });
  const takeOver = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage('activate'));
  await publishVersion(webFolder);
  await server.restart();
  await lookForUpdate();
  await expect.poll(workers).toEqual([undefined, 'installed', 'activated']);

  await publishVersion(webFolder);
  // On a slow network it installs until the test lets it go on.
  const script = join(webFolder, 'sw.js');
  const onSlowNetwork = `{
    const released = new Promise((resolve) => { new BroadcastChannel('released').onmessage = resolve; });
    const load = self.fetch.bind(self);
    self.fetch = async (...asked) => {
      if (self.serviceWorker.state === 'installing') await released;
      return load(...asked);
    };
  }`;
  await writeFile(script, onSlowNetwork + (await readFile(script, 'utf8')));
  await server.restart();
  await lookForUpdate();
  await expect.poll(workers).toEqual(['installing', 'installed', 'activated']);
  await expect.poll(() => storedShells(page)).toHaveLength(3);
  await takeOver();
  await expect.poll(workers).toEqual(['installing', undefined, 'activated']);
  await page.evaluate(() => new BroadcastChannel('released').postMessage(true));
  await expect.poll(workers).toEqual([undefined, 'installed', 'activated']);
  await takeOver();
  await expect.poll(workers).toEqual([undefined, undefined, 'activated']);

  await context.setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await versionOf(page)).not.toBe(before);
});

test('update: with REMOVE_APP_WORKER phones delete the stored app at their next visit', async ({
  page,
  context,
  server,
}) => {
  await openStored(page, server, '/dashboard');
  const other = await context.newPage();
  await other.goto('/profile');
  // A tab that is still leaving its page keeps the removed worker alive, and the next registration brings it back.
  const released = Promise.withResolvers<void>();
  const isHeld = other.waitForRequest((request) => request.isNavigationRequest());
  await other.route('**/profile', async (route) => {
    await released.promise;
    await route.continue();
  });
  Object.assign(server.services.config, { removeAppWorker: true });
  await server.restart();
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    container.register = (...args) => register(...args).finally(() => Reflect.set(globalThis, 'hasRegistered', true));
  });
  await page.goto('/agenda');
  // Chromium sometimes lets the worker wait for the previous one: then the attendee presses the button of the notice.
  const pressed = page.getByRole('button', { name: 'Reload' }).click();
  await Promise.race([isHeld, pressed.catch(() => {})]);
  await isHeld;
  const hasRegisteredAgain = () =>
    page.evaluate(() => navigator.serviceWorker.controller === null && Reflect.has(globalThis, 'hasRegistered'));
  await expect.poll(() => hasRegisteredAgain().catch(() => false)).toBe(true);
  released.resolve();
  const left = () =>
    page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      isControlled: navigator.serviceWorker.controller !== null,
    }));
  await expect.poll(left).toEqual({ caches: [], workers: 0, isControlled: false });
  await expect(page.getByRole('article').first()).toBeVisible();
});
