import { hash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { AssetFiles } from './assetFiles.ts';
import { storeAsset } from './assetQueries.ts';

test('pictures of the database: a link in their folder is neither followed nor written through, and the picture takes its place', async () => {
  const { db, destroy } = await openTestDatabase();
  const [folder, outside] = [
    await mkdtemp(join(tmpdir(), 'companion-assets-')),
    await mkdtemp(join(tmpdir(), 'companion-outside-')),
  ];
  onTestFinished(async () => {
    await destroy();
    for (const each of [folder, outside]) await rm(each, { recursive: true, force: true });
  });
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const sha256 = hash('sha256', content, 'hex');
  await storeAsset(db, sha256, { type: 'svg', content }, 0);
  const secret = join(outside, 'secret');
  await writeFile(secret, 'A secret of this machine');
  await symlink(secret, join(folder, `${sha256}.svg`));
  const warnings: string[] = [];
  const assets = new AssetFiles(folder, db, (text) => warnings.push(text));

  expect(await assets.read(sha256)).toEqual({ type: 'svg', content });

  expect(await readFile(secret, 'utf8')).toBe('A secret of this machine');
  expect((await lstat(join(folder, `${sha256}.svg`))).isFile()).toBe(true);
  // Of a picture that the database does not have, the link goes, and not what it leads to.
  await utimes(secret, 0, 0);
  const unknown = `${'0'.repeat(64)}.svg`;
  await symlink(secret, join(folder, unknown));
  expect(await assets.find('0'.repeat(64))).toBeUndefined();
  await assets.removeUnknown(Date.now() + 2 * 24 * 60 * 60 * 1000);
  expect(await readdir(folder)).not.toContain(unknown);
  expect(await readFile(secret, 'utf8')).toBe('A secret of this machine');
  expect(warnings).toEqual([]);
});
