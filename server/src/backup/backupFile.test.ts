import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithPeople } from '@companion/testkit/fillWithPeople';
import { inMemory } from '@companion/testkit/inMemory';
import { runEvent, runHere } from '@companion/testkit/runEvent';
import { makePlaceOf, OWN_ENGINE, type Place, settingsOf } from '@companion/testkit/testPlaces';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backupCommand, verifyCommand } from '../cli/backupCommands.ts';
import { openDatabase } from '../platform/openDatabase.ts';
import { DAY } from '../platform/time.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-backup-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});
async function emptyPlace(): Promise<Place> {
  const place = await makePlaceOf(OWN_ENGINE);
  places.push(place);
  return place;
}

async function filledPlace(
  people: number,
  each: { answersEach?: number; commentLength?: number } = {},
): Promise<Place> {
  const place = await makePlaceOf(OWN_ENGINE);
  const { db, close } = await openDatabase(place.where);
  await fillWithPeople(db, people, each);
  await close();
  return place;
}

const run = (words: string[], place: Place) => runHere([backupCommand, verifyCommand], words, settingsOf(place));

describe('backup: the file', () => {
  let source: Place;
  beforeAll(async () => {
    source = await filledPlace(20);
  });
  afterAll(() => source.remove());
  const files = async () => (await readdir(folder)).sort();

  test('can be read again with the report of an import of 100,000 people in one row', async () => {
    const place = await filledPlace(1);
    places.push(place);
    const { db, close } = await openDatabase(place.where);
    await db
      .insertInto('people_imports')
      .values({
        ...{ id: randomUUID(), dry_run: 0, updated_at: 1, ended_at: 1, error: '', rows: 1, done: 1, others: 0 },
        ...{ warnings: '[]', report: 'x'.repeat(40 * 1024 * 1024) },
      })
      .execute();
    await close();
    const file = join(folder, 'report.gz');
    expect((await run(['backup', file], place)).code).toBe(0);
    expect(await run(['verify', file], place)).toEqual({ code: 0, output: expect.stringContaining('report.gz') });
    await rm(file);
  });

  test('can be read by its owner only, and is overwritten only with --force', async () => {
    const file = join(folder, 'kept.gz');
    await writeFile(file, 'mine');
    expect(await run(['backup', file], source)).toEqual({ code: 1, output: expect.stringMatching(/exists already/) });
    expect(await readFile(file, 'utf8')).toBe('mine');

    expect((await run(['backup', file, '--force'], source)).code).toBe(0);
    expect((await run(['verify', file], source)).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('takes with it the parts beside it that killed backups have left more than a day ago', async () => {
    const ages = { 'killed.gz.0a1b2c3d.part': 1.1, 'running.gz.0a1b2c3d.part': 0.9, 'of-another.part': 9 };
    for (const [name, days] of Object.entries(ages)) {
      await writeFile(join(folder, name), '');
      const changed = new Date(Date.now() - days * DAY);
      await utimes(join(folder, name), changed, changed);
    }
    const before = await files();

    const { code, output } = await run(['backup', join(folder, 'next.gz')], source);

    expect(code).toBe(0);
    expect(output).toContain(`${join(folder, 'killed.gz.0a1b2c3d.part')} is removed: it was never completed.\n`);
    const left = before.filter((name) => name !== 'killed.gz.0a1b2c3d.part');
    expect(await files()).toEqual([...left, 'next.gz'].sort());
  });

  test('is named when it cannot be written, and no part of it remains', async () => {
    const before = await files();
    const nowhere = join(folder, 'nowhere/out.gz');
    expect(await run(['backup', nowhere], source)).toEqual({
      code: 1,
      output: `${nowhere} cannot be written: ENOENT: no such file or directory.`,
    });
    const taken = join(folder, 'a-folder');
    await mkdir(taken, { recursive: true });
    expect(await run(['backup', taken, '--force'], source)).toMatchObject({ code: 1 });
    expect(await files()).toEqual([...new Set([...before, 'a-folder'])].sort());
  });
});

test('backup: without a database it reports that there is nothing to back up, and creates none', async () => {
  const place = await emptyPlace();
  const { code, output } = await run(['backup', join(folder, 'none.gz')], place);

  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR: there is no database|^There is nothing to back/),
  ]);
  expect(await readdir(place.where.folder)).toEqual([]);
});

describe('backup: 50,000 rows', () => {
  let large: Place;
  beforeAll(async () => {
    large = await filledPlace(3125, { answersEach: 16, commentLength: 400 });
  });
  afterAll(() => large.remove());

  test('are backed up and restored within 64 MB of memory', async () => {
    const file = join(folder, 'large.gz');
    const small = (place: Place) => inMemory(settingsOf(place), 64);
    expect(await runEvent(['backup', file], small(large))).toMatchObject({ code: 0 });

    expect(await runEvent(['restore', file], small(await emptyPlace()))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/3,125 accounts, .*50,000 answers/),
    });
  });

  test('on a full disk: the error is reported, and no part of the file remains', async () => {
    const before = await readdir(folder);
    const file = join(folder, 'full.gz');
    const { code, output } = await runEvent(['backup', file], settingsOf(large), { fileLimit: 64 });

    expect([code, output]).toEqual([1, `${file} cannot be written: EFBIG: file too large.`]);
    expect(await readdir(folder)).toEqual(before);
  });
});
