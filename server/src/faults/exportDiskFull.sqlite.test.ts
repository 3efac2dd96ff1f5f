import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventRunOptions, runEvent } from '@companion/testkit/runEvent';
import { startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { expect, onTestFinished, test } from 'vitest';

/** Of a file, in kilobytes: the YAML files fit, the logo does not. */
const LIMIT = 64;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="${'M0 0h9v9z'.repeat(20_000)}"/></svg>`;

test('export pack: a full disk leaves a pack as it was, and no part of a new one', async () => {
  const t = await startServerTest();
  onTestFinished(() => t.stop());
  const { browser } = await signedInMember(t, 'editor');
  const parent = await mkdtemp(join(tmpdir(), 'companion-full-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const [pack, other] = [join(parent, 'pack'), join(parent, 'other')];
  const exportTo = (folder: string, options?: EventRunOptions) =>
    runEvent(['export', 'pack', folder], settingsOf(t), options);
  const contents = async () => {
    const files = (await readdir(pack, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')]));
  };
  expect((await exportTo(pack)).code).toBe(0);
  const before = await contents();

  const upload = { content: Buffer.from(LOGO).toString('base64'), place: 'logo' };
  const { path, sha256 } = (await browser.ask('uploadPicture', { body: upload })).results;
  const { programme } = (await browser.ask('getProgramme')).results;
  const from = programme.pictures[path] ?? null;
  const edits = [
    { op: 'set', list: 'pictures', id: null, field: path, from, to: sha256 },
    { op: 'set', list: 'event', id: null, field: 'tagline', from: programme.event.tagline ?? null, to: 'Much better' },
  ];
  const { version } = (await browser.ask('editProgramme', { body: { edits } })).results;
  await browser.ask('publishProgramme', { body: { version } });
  for (const folder of [pack, other]) {
    const { code, output } = await exportTo(folder, { fileLimit: LIMIT });
    expect([code, output]).toEqual([1, expect.stringContaining('EFBIG')]);
  }

  expect(await contents()).toEqual(before);
  expect(await readdir(parent)).toEqual(['pack']);
  // With space, the same export writes everything.
  expect((await exportTo(pack)).code).toBe(0);
  expect(await readFile(join(pack, path), 'utf8')).toBe(LOGO);
});
