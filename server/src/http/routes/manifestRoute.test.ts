import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import { writeTestPack } from '@companion/testkit/testPack';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { AssetFiles } from '../../event/assetFiles.ts';
import { storeAsset } from '../../event/assetQueries.ts';
import { loadPack } from '../../event/loadPack.ts';
import { readPack } from '../../event/readPack.ts';
import { answerErrors } from '../sendFailures.ts';
import { manifestRoute } from './manifestRoute.ts';

async function openApp(name: string, viewBox: string) {
  const folder = await writeTestPack();
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h1v1z"/></svg>`;
  await writeFile(join(folder, 'logo.svg'), logo);
  const { db, destroy } = await openTestDatabase();
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await destroy();
    await rm(folder, { recursive: true });
  });
  const pack = await readPack(folder, Date.now());
  await loadPack(db, { ...pack, event: { ...pack.event, name } });
  answerErrors(app);
  await storeAsset(db, pack.event.logo ?? '', { type: 'svg', content: Buffer.from(logo) }, Date.now());
  manifestRoute(app, { db, assets: new AssetFiles(join(folder, 'assets'), db, () => {}) });
  const manifest = (await app.inject('/manifest.webmanifest')).json();
  return { app, logo, manifest };
}

test('manifest: a logo about as wide as high becomes the icons, on the app’s paper', async () => {
  const { app, logo, manifest } = await openApp('Test Summit', '0 0 110 100');
  expect(manifest.icons).toEqual([
    { src: '/event/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/event/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ]);
  for (const { src } of manifest.icons) {
    const icon = await app.inject(src);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(icon.body).toContain(`fill="${manifest.background_color}"`);
    expect(icon.body).toContain(Buffer.from(logo).toString('base64'));
  }
});

test('manifest: with a wide logo the app has its own icons', async () => {
  const { app, manifest } = await openApp('Test Summit', '0 0 185 40');
  expect(manifest.icons.map(({ src }: { src: string }) => src)).toContain('/icon-512.png');
  expect((await app.inject('/event/icon.svg')).statusCode).toBe(404);
});

test.each([
  ['Test Summit', 'Test Summit'],
  ['Confluence Contracting Summit', 'Confluence'],
  ['The Tribal & Small Business Summit', 'Tribal'],
  ['Intergovernmental Summit', undefined],
])('manifest: the short name of "%s" is %s', async (name, shortName) => {
  const { manifest } = await openApp(name, '0 0 1 1');
  expect(manifest.name).toBe(name);
  expect(manifest.short_name).toBe(shortName);
});
