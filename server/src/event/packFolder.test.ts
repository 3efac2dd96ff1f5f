import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTestPack } from '@companion/testkit/testPack';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePack } from './changePack.ts';
import { readPack } from './readPack.ts';

const NOW = Date.parse('2026-10-01T12:00Z');
const OUT = 'is a link that leads out of the pack: put a copy in its place';

let pack: string;
let outside: string;
beforeEach(async () => {
  [pack, outside] = [await writeTestPack(), await mkdtemp(join(tmpdir(), 'companion-outside-'))];
});
afterEach(async () => {
  for (const folder of [pack, outside]) await rm(folder, { recursive: true, force: true });
});

test('pack: a link that leads out of it is refused with its name, and one within it is read', async () => {
  await rename(join(pack, 'about.md'), join(pack, 'texts.md'));
  await symlink('texts.md', join(pack, 'about.md'));
  expect((await readPack(pack, NOW)).event.about).not.toBe('');

  await writeFile(join(outside, 'secret'), 'A secret of this machine');
  await rm(join(pack, 'about.md'));
  await symlink(join(outside, 'secret'), join(pack, 'about.md'));

  await expect(readPack(pack, NOW)).rejects.toMatchObject({ problems: [{ file: 'about.md', text: OUT }] });
});

test('pack: nothing is written through a folder that is a link out of it', async () => {
  await mkdir(join(outside, 'speakers'));
  await rm(join(pack, 'speakers'), { recursive: true, force: true });
  await symlink(join(outside, 'speakers'), join(pack, 'speakers'));
  const about = await readFile(join(pack, 'about.md'), 'utf8');
  const change = { now: NOW, action: 'export', dryRun: false } as const;
  const made = new Map([
    ['about.md', 'New'],
    ['speakers/ada.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ]);

  await expect(changePack(pack, change, async () => made)).rejects.toMatchObject({
    problems: [{ file: 'speakers', text: OUT }],
  });

  expect(await readdir(join(outside, 'speakers'))).toEqual([]);
  expect(await readFile(join(pack, 'about.md'), 'utf8')).toBe(about);
});
