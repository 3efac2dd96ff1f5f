import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@companion/contract/picture';
import { test as base, expect } from '@companion/testkit/browserTest';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { smallPack } from '@companion/testkit/smallPack';
import type { Locator } from '@playwright/test';

const test = base.extend({
  eventPack: async ({ browserName: _ }, use) => {
    const { folder, remove } = await smallPack({
      'speakers.yaml': (speakers) => speakers.replace('ada.svg', 'ada.jpg'),
      'speakers/ada.jpg': await drawPhoto(2000, 2000),
      'sponsors.yaml': (sponsors) => sponsors.replace('acme.svg', 'acme.jpg'),
      'sponsors/acme.jpg': await drawPhoto(1200, 400),
    });
    await use(folder);
    await remove();
  },
});
test.use({ serviceWorkers: 'allow', deviceScaleFactor: 3 });

test('pictures: a phone loads small copies without layout shifts, and offline shows those it has', async ({
  page,
  context,
  server,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')));
      const { dataset } = document.documentElement;
      dataset.shift = String(shifts.reduce((sum, shift) => sum + shift, Number(dataset.shift ?? 0)));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // A request waits for a few seconds only, which a busy machine may exceed.
  const folder = join(server.services.config.dataDir, 'pictures');
  const made = PICTURE_WIDTHS.length * PICTURE_FORMATS.length;
  await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBe(2 * made);
  await server.signIn(page);
  const answer = page.waitForResponse(/ada\.jpg/);
  await page.goto('/agenda/speakers');
  const face = page.getByRole('link', { name: 'Ada Example' }).locator('img');
  await expect.poll(() => shownFile(face)).toMatch(/&w=192&f=avif$/);
  const response = await answer;
  expect(response.headers()['content-type']).toBe('image/avif');
  expect(Number(response.headers()['content-length'])).toBeLessThan(20_000);
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.001);

  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => shownFile(face)).toMatch(/&w=192&f=avif$/);
  // Fetched in advance; no screen has shown it.
  const stored = () =>
    page.evaluate(async () => (await (await caches.open('event')).keys()).map(({ url }) => new URL(url).pathname));
  await expect.poll(stored).toEqual(expect.arrayContaining(['/event/speakers/ada.jpg', '/event/sponsors/acme.jpg']));
  await context.setOffline(true);

  await page.goto('/sponsors');
  const logo = page.getByRole('img', { name: 'Acme' });
  await expect.poll(() => shownFile(logo)).toMatch(/&w=384&f=avif$/);
  const card = page.getByRole('link', { name: 'Acme' });
  expect(Math.abs((await middleOf(logo)) - (await middleOf(card))), 'off the middle of the card').toBeLessThan(2);
  // This screen asks for a larger copy than the one that is stored.
  await page.goto('/agenda/speakers/ada');
  await expect.poll(() => shownFile(page.getByRole('main').locator('img').first())).toMatch(/&w=384&f=avif$/);
});

/** The address of the picture that an image shows; undefined until it shows one. */
const shownFile = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => (element.naturalWidth > 0 ? element.currentSrc : undefined));

/** From the top of the page, in pixels. */
async function middleOf(locator: Locator): Promise<number> {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return y + height / 2;
}
