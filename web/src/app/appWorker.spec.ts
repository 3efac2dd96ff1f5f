import { expect, test } from '@companion/testkit/browserTest';

test.use({ serviceWorkers: 'allow', reuseServer: true });

test('app worker: after one visit the app opens offline, at other addresses too', async ({ page, context, server }) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);

  await page.goto('/profile/edit');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('app worker: it stores no answer of the API', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/agenda');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/index.html');
  expect(stored.filter((path) => !/^\/(assets|event)\/|^\/(index\.html|favicon\.svg)$/.test(path))).toEqual([]);
});
