import { expect, test } from '@companion/testkit/browserTest';
import { loadInPage } from '@companion/testkit/loadInPage';

declare global {
  /** The exports of boundedCache.ts. */
  var boundedCache: typeof import('./boundedCache.ts');
}

test.use({ reuseServer: true });

test('bounded cache: keeps the newest files, within their number and their bytes', async ({ page }) => {
  await page.goto('/robots.txt');
  await loadInPage(page, new URL('boundedCache.ts', import.meta.url));
  const kept = await page.evaluate(async () => {
    const { storeBounded } = boundedCache;
    const store = (name: string, files: [path: string, size: number][]) =>
      files.reduce(
        (before, [path, size]) =>
          before.then(() => storeBounded({ name, maxFiles: 3, maxBytes: 100 }, path, new Response('x'.repeat(size)))),
        Promise.resolve(),
      );
    const pathsIn = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    // A file that is stored again becomes the newest.
    await store('number', [
      ['/a', 1],
      ['/b', 1],
      ['/c', 1],
      ['/a', 1],
      ['/d', 1],
    ]);
    await store('bytes', [
      ['/a', 60],
      ['/b', 60],
      ['/c', 40],
      ['/too-large', 101],
    ]);
    return [await pathsIn('number'), await pathsIn('bytes')];
  });
  expect(kept).toEqual([
    ['/c', '/a', '/d'],
    ['/b', '/c'],
  ]);
});
