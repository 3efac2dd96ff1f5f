import { expect, test } from '@companion/testkit/browserTest';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow', reuseServer: true });

const SPONSOR = 'ninebark';

test('app worker: after one visit the app opens offline with its pictures, and nothing of the API is stored', async ({
  page,
  context,
  server,
}) => {
  // The only picture: they are stored one after another, each when the browser is idle, which a busy machine rarely is.
  const { db } = server.services;
  await db
    .updateTable('content')
    .set({ hidden: 1 })
    .where((of) => of.or([of('type', '=', 'Speaker'), of('category', '=', 'Sponsor')]))
    .where('id', '!=', SPONSOR)
    .execute();
  server.clock.advance(1_000);
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/agenda');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // No screen has shown this one.
  const logo = `/event/sponsors/${SPONSOR}.svg`;
  const visit = async () => ({
    isControlled: await page.evaluate(() => navigator.serviceWorker.controller !== null),
    pictures: (await storedPaths(page)).filter((path) => /^\/event\/(speakers|sponsors)\//.test(path)),
  });
  await expect.poll(visit).toEqual({ isControlled: true, pictures: expect.arrayContaining([logo]) });
  await context.setOffline(true);

  await page.goto('/profile/edit');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.evaluate((src) => Object.assign(new Image(), { src }).decode(), logo);
  const stored = await storedPaths(page);
  expect(stored).toContain('/index.html');
  expect(stored.filter((path) => !/^\/(assets|event|screens)\/|^\/(index\.html|favicon\.svg)$/.test(path))).toEqual([]);
});

const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
