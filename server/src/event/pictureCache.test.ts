import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PictureCache } from './pictureCache.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function picture(name: string, bytes: number): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, 'x'.repeat(bytes));
  return file;
}

test('picture cache: concurrent reads of a picture share one copy', async () => {
  const cache = new PictureCache();
  const file = await picture('shared.svg', 10);

  const [first, second] = await Promise.all([cache.read(file), cache.read(file)]);

  // Also the hash, which is slower than reading.
  expect(first).toEqual({ content: Buffer.from('xxxxxxxxxx'), etag: hash('sha256', 'xxxxxxxxxx', 'base64url') });
  expect(second).toBe(first);
});

test('picture cache: its size is limited in bytes; a picture larger than the cache can still be read', async () => {
  const cache = new PictureCache(100);
  const [small, other, large] = [
    await picture('a.svg', 60),
    await picture('b.svg', 60),
    await picture('c.svg', 200),
  ] as const;
  const before = await cache.read(small);
  await cache.read(other);

  expect(await cache.read(small)).not.toBe(before);
  expect(await cache.read(large)).toMatchObject({ content: Buffer.from('x'.repeat(200)) });
});

test('picture cache: a photo that is too large for memory is not read, while an SVG of that size is', async () => {
  const cache = new PictureCache();
  const bytes = 256 * 1024 + 1;

  expect(await cache.read(await picture('large.jpg', bytes))).toBe('large');
  expect(await cache.read(await picture('large.svg', bytes))).toHaveProperty('content.length', bytes);
});

test('picture cache: a missing picture is an error', async () => {
  await expect(new PictureCache().read(join(folder, 'gone.svg'))).rejects.toThrow('ENOENT');
});
