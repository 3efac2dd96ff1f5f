import { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '@companion/contract/picture';
import { scaled } from '@companion/testkit/timeScale';
import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { versionOf } from './describePicture.ts';
import type { Original } from './pictureProcess.ts';
import { PictureSizer } from './pictureSizer.ts';
import { PICTURE_SIZES, type PictureSize, sizedName } from './pictureSizes.ts';

const DAY_MS = 86_400_000;
const RED = '#c00000';
const BLUE = '#0000c0';

interface Place {
  sizer: PictureSizer;
  folder: string;
  warnings: string[];
  /** Writes a picture of the pack. */
  write(name: string, bytes: Buffer): Promise<Original>;
  /** The names of the sized pictures. */
  list(): Promise<string[]>;
}

/** @param program the source of another program than the one that resizes */
async function openPlace(program?: string, timeoutMs?: number): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'companion-sizer-'));
  const folder = join(root, 'data/pictures');
  const warnings: string[] = [];
  const options = { waitMs: scaled(60_000), ...(program && { program: join(root, 'program.mjs'), timeoutMs }) };
  if (program) await writeFile(join(root, 'program.mjs'), program);
  const sizer = new PictureSizer(folder, (text) => warnings.push(text.replace(root, '')), options);
  onTestFinished(async () => {
    sizer.close();
    await rm(root, { recursive: true, force: true });
  });
  const write = async (name: string, bytes: Buffer) => {
    const file = join(root, name);
    await writeFile(file, bytes);
    return { file, version: versionOf(bytes) };
  };
  return { sizer, folder, warnings, write, list: async () => (await readdir(folder).catch(() => [])).sort() };
}

/** Red on the left, blue on the right, with a place and an orientation as a camera writes them. */
function photo(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3, background: BLUE } } as const;
  return sharp({ create: { width, height, channels: 3, background: RED } })
    .composite([{ input: half, left: Math.floor(width / 2), top: 0 }])
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 53/1 0/1' } });
}

const nameOf = (version: string, width: number, format: string) => `${version}-${width}.${format}`;
const isRed = (pixel: Buffer) => (pixel[0] ?? 0) > 150 && (pixel[2] ?? 0) < 80;

test('sized pictures: all widths as AVIF and WebP, upright, without metadata, and made once', async () => {
  const { sizer, folder, write, list, warnings } = await openPlace();
  const turned = await photo(1200, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const original = await write('ada.jpg', turned);

  const both = await Promise.all([sizer.make(original), sizer.make(original)]);

  const { version } = original;
  expect(both).toEqual([true, true]);
  expect(warnings).toEqual([]);
  expect(await list()).toEqual(
    PICTURE_WIDTHS.flatMap((width) => [nameOf(version, width, 'avif'), nameOf(version, width, 'webp')]).sort(),
  );
  for (const width of PICTURE_WIDTHS) {
    for (const format of ['avif', 'webp']) {
      const bytes = await readFile(join(folder, nameOf(version, width, format)));
      const { exif, orientation = 1, ...is } = await sharp(bytes).metadata();
      expect(is).toMatchObject({ width, height: width * 2, format: format === 'avif' ? 'heif' : format });
      expect([exif, orientation]).toEqual([undefined, 1]);
      // A quarter turn to the right: what was on the left is above.
      const top = await sharp(bytes).extract({ left: 10, top: 10, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
      expect(isRed(top)).toBe(true);
    }
  }
});

test('sized pictures: a small one is not enlarged, a transparent one stays so, one of 12,000 pixels is resized', async () => {
  const { sizer, folder, write, warnings } = await openPlace();
  const dot = await write(
    'dot.png',
    await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0e4a5a80' } })
      .png()
      .toBuffer(),
  );
  const wide = await write('wide.jpg', await photo(12_000, 1_200).jpeg().toBuffer());

  expect([await sizer.make(dot), await sizer.make(wide)]).toEqual([true, true]);
  expect(await sharp(join(folder, nameOf(dot.version, 384, 'webp'))).metadata()).toMatchObject({
    width: 1,
    height: 1,
    hasAlpha: true,
  });
  expect(await sharp(join(folder, nameOf(wide.version, 384, 'avif'))).metadata()).toMatchObject({
    width: 384,
    height: 38,
  });
  expect(warnings).toEqual([]);
});

test('sized pictures: one that is cut, or a bomb, is named once, and the others are made', async () => {
  const { sizer, write, list, warnings } = await openPlace();
  const whole = await photo(400, 400).jpeg().toBuffer();
  const cut = await write('cut.jpg', whole.subarray(0, whole.length / 2));
  const png = await photo(2, 2).png().toBuffer();
  // The header of this file claims 2.5 billion pixels.
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(50_000, 20);
  const bomb = await write('bomb.png', png);
  const changed = { ...(await write('changed.jpg', whole)), version: 'older' };
  const gone = { file: `${cut.file}.gone`, version: 'gone' };
  const good = await write('good.jpg', whole);

  const made = await Promise.all([cut, bomb, changed, gone, good].map((original) => sizer.make(original)));

  expect(made).toEqual([false, false, false, false, true]);
  expect(await sizer.find(cut, { width: 96, format: 'avif' })).toBeUndefined();
  expect(warnings).toEqual([
    expect.stringMatching(/^\/cut\.jpg cannot be resized \(.*JPEG.*\): it is sent as it is$/),
    expect.stringMatching(/^\/bomb\.png cannot be resized \(.+\): it is sent as it is$/),
    '/changed.jpg cannot be resized (it has changed since the event pack was loaded): it is sent as it is',
    expect.stringMatching(/^\/cut\.jpg\.gone cannot be resized \(ENOENT.+\): it is sent as it is$/),
  ]);
  expect(await list()).toEqual(PICTURE_SIZES.map((size) => sizedName(good.version, size)).sort());
});

test('sized pictures: a request makes only the size that it names', async () => {
  const { sizer, folder, write, list } = await openPlace();
  const original = await write('ada.jpg', await photo(40, 40).jpeg().toBuffer());

  const name = nameOf(original.version, 192, 'webp');
  expect(await sizer.find(original, { width: 192, format: 'webp' })).toBe(join(folder, name));
  expect(await list()).toEqual([name]);
});

test('sized pictures: they survive a restart, and what no pack needs is deleted after a day', async () => {
  const { sizer, folder, write, list } = await openPlace();
  const original = await write('ada.jpg', await photo(40, 40).jpeg().toBuffer());
  await sizer.makeAll([original], Date.now());
  const kept = await list();
  const [old, recent] = [nameOf('0'.repeat(20), 96, 'avif'), nameOf('1'.repeat(20), 96, 'avif')];
  const unfinished = `${old}.${crypto.randomUUID()}`;
  const foreign = ['holiday.jpg', 'ada-96.avif', `${old}.bak`, `copy-${old}`];
  for (const name of [old, recent, unfinished, ...foreign]) await writeFile(join(folder, name), 'x');
  const dayAgo = new Date(Date.now() - DAY_MS - 1_000);
  for (const name of [...kept, old, unfinished, ...foreign]) await utimes(join(folder, name), dayAgo, dayAgo);
  // It would have to be made again.
  await rm(original.file);

  const restarted = new PictureSizer(folder, (text) => expect(text).toBeUndefined());
  onTestFinished(() => restarted.close());
  await restarted.makeAll([original], Date.now());

  expect(await list()).toEqual([...kept, recent, ...foreign].sort());
  expect(await restarted.find(original, { width: 192, format: 'webp' })).toBe(
    join(folder, nameOf(original.version, 192, 'webp')),
  );
});

test('sized pictures: an empty one is made again, and in place of a folder the original has to do', async () => {
  const { sizer, folder, write, warnings } = await openPlace();
  const original = await write('ada.jpg', await photo(40, 40).jpeg().toBuffer());
  const [size, other] = [PICTURE_SIZES[0], PICTURE_SIZES[1]] as [PictureSize, PictureSize];
  const [file, blocked] = [size, other].map((each) => join(folder, sizedName(original.version, each))) as [
    string,
    string,
  ];
  await mkdir(blocked, { recursive: true });

  for (const find of [() => sizer.find(original, size), () => sizer.makeAll([original], Date.now())]) {
    await writeFile(file, '');
    await find();
    expect((await stat(file)).size).toBeGreaterThan(0);
  }
  expect(await sizer.find(original, other)).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/the sized ones cannot be stored: E/)]);
});

test('sized pictures: two nodes can make the same ones in one folder', async () => {
  const { sizer, folder, write, list, warnings } = await openPlace();
  const other = new PictureSizer(folder, (text) => warnings.push(text));
  onTestFinished(() => other.close());
  const original = await write('ada.jpg', await photo(400, 400).jpeg().toBuffer());

  expect(await Promise.all([sizer.make(original), other.make(original)])).toEqual([true, true]);
  expect(await list()).toEqual(PICTURE_SIZES.map((size) => sizedName(original.version, size)).sort());
  expect(warnings).toEqual([]);
});

test('sized pictures: in a folder that cannot be written, none are made, and that is said once', async () => {
  const { sizer, folder, write, warnings } = await openPlace();
  // Also for root, who may write to every folder: a file is in the place of its parent.
  await writeFile(join(folder, '../..', 'data'), '');
  const bytes = await photo(40, 40).jpeg().toBuffer();
  const [one, two] = [await write('one.jpg', bytes), await write('two.jpg', Buffer.concat([bytes, Buffer.alloc(1)]))];

  expect([await sizer.make(one), await sizer.make(two)]).toEqual([false, false]);
  expect(warnings).toEqual([
    expect.stringMatching(/^pictures are sent as they are, because the sized ones cannot be stored: E/),
  ]);
});

test('sized pictures: a program that crashes costs the server one picture, and the next gets a new one', async () => {
  const { sizer, write, warnings } = await openPlace(`process.on('message', ({ file }) => {
    if (file.endsWith('crash.jpg')) process.kill(process.pid, 'SIGSEGV');
    else process.send({});
  });`);
  const originals = await Promise.all(['crash.jpg', 'good.jpg'].map((name) => write(name, Buffer.from(name))));

  expect(await Promise.all(originals.map((original) => sizer.make(original)))).toEqual([false, true]);
  expect(warnings).toEqual(['/crash.jpg cannot be resized (its process has ended: SIGSEGV): it is sent as it is']);
});

test('sized pictures: a machine that starts no process is named once, and the next picture tries again', async () => {
  const { sizer, write, warnings } = await openPlace(`process.on('message', () => process.send({}));`);
  // Not in Node's types: it throws, or returns and then emits the error, depending on the reason.
  const spawn = vi.spyOn(ChildProcess.prototype as unknown as { spawn(this: ChildProcess): number }, 'spawn');
  onTestFinished(() => spawn.mockRestore());
  spawn.mockImplementationOnce(() => {
    throw new Error('spawn ENOMEM');
  });
  spawn.mockImplementationOnce(function (this: ChildProcess) {
    process.nextTick(() => this.emit('error', new Error('spawn EAGAIN')));
    return -11;
  });
  const originals = await Promise.all(['1.jpg', '2.jpg', '3.jpg'].map((name) => write(name, Buffer.from(name))));

  expect(await Promise.all(originals.map((original) => sizer.make(original)))).toEqual([false, false, true]);
  expect(warnings).toEqual([
    'pictures are sent as they are, because the machine starts no process for them: Error: spawn ENOMEM',
  ]);
});

test('sized pictures: a program that hangs is ended', async () => {
  const { sizer, write, warnings } = await openPlace('setInterval(() => {}, 1000);', 500);

  expect(await sizer.make(await write('hang.jpg', Buffer.from('')))).toBe(false);
  expect(warnings).toEqual(['/hang.jpg cannot be resized (it takes longer than 0.5 s): it is sent as it is']);
});

test('sized pictures: where the library does not work, that is said once, and nothing is tried again', async () => {
  const { sizer, write, warnings } = await openPlace(
    `process.on('message', () => process.send({ fault: 'library', error: 'not for this platform' }));`,
  );
  const originals = await Promise.all(['one.jpg', 'two.jpg'].map((name) => write(name, Buffer.from(name))));

  expect(await Promise.all(originals.map((original) => sizer.make(original)))).toEqual([false, false]);
  expect(warnings).toEqual([
    'pictures are sent as they are, because sharp does not work on this machine: not for this platform',
  ]);
});
