import { setTimeout as delay } from 'node:timers/promises';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import { scaled } from '@companion/testkit/timeScale';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AssetFiles, assetFolder } from '../../event/assetFiles.ts';
import { deriveKeys } from '../../platform/deriveKeys.ts';
import { readConfig } from '../../platform/readConfig.ts';
import { startPictureSizer } from './eventFiles.ts';

test('pictures: a server that stops right after its start first ends its work on them, and logs nothing', async () => {
  const { db, destroy, where } = await openTestDatabase();
  const config = readConfig({ DATA_DIR: where.folder, LOG_LEVEL: 'silent' });
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
  onTestFinished(() => app.close());
  const assets = new AssetFiles(assetFolder(where.folder), db, (text) => lines.push(text));
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const remove = assets.removeUnknown.bind(assets);
  vi.spyOn(assets, 'removeUnknown').mockImplementation(async (now) => {
    begun.resolve();
    await held.promise;
    await remove(now);
    order.push('pictures removed');
  });
  startPictureSizer(app, { config, db, keys: deriveKeys('a secret of this test'), now: Date.now }, assets);
  await app.listen({ port: 0, host: '127.0.0.1' });
  await begun.promise;

  const stopped = app.close().then(async () => {
    order.push('database closed');
    await destroy();
  });
  await Promise.race([stopped, delay(scaled(300))]);
  held.resolve();
  await stopped;

  expect(order).toEqual(['pictures removed', 'database closed']);
  expect(lines).toEqual([]);
});
