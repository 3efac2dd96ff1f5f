import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { PICTURE_FORMATS } from '@companion/contract/picture';
import { PIXELS_MAX, versionOf } from './describePicture.ts';
import type { SizingAnswer, SizingJob } from './pictureSizer.ts';
import { sizedName } from './sizedName.ts';
import { SIZING_RECIPE } from './sizingRecipe.ts';

/*
 * The process that resizes pictures, one at a time (decision 045). A picture that crashes the native library, or takes
 * all memory, ends this process and not the server.
 */

setPriority(constants.priority.PRIORITY_LOW);
// A signal to the whole group is for the server, which closes the channel when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
// Only the server sends messages.
process.on('message', (job) => answer(job as SizingJob).then((outcome) => process.send?.(outcome)));

async function answer({ file, version, folder }: SizingJob): Promise<SizingAnswer> {
  const library = await loadSharp();
  if (typeof library === 'string') return { fault: 'library', error: library };
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return { fault: 'picture', error: messageOf(error) };
  }
  if (versionOf(bytes) !== version)
    return { fault: 'picture', error: 'it has changed since the event pack was loaded' };
  let sized: [name: string, bytes: Buffer][];
  try {
    sized = await resize(library, bytes, version);
  } catch (error) {
    return { fault: 'picture', error: messageOf(error) };
  }
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, content] of sized) await writeWhole(join(folder, name), content);
    return {};
  } catch (error) {
    return { fault: 'folder', error: messageOf(error) };
  }
}

type Sharp = typeof import('sharp')['default'];

/** The library, or why this machine has none. */
async function loadSharp(): Promise<Sharp | string> {
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  } catch (error) {
    return messageOf(error);
  }
}

async function resize(sharp: Sharp, bytes: Buffer, version: string): Promise<[name: string, bytes: Buffer][]> {
  const largest = Math.max(...SIZING_RECIPE.widths);
  // Decoded only once. The output has no metadata, so nothing says where a photo was taken.
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ width: largest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sized: [string, Buffer][] = [];
  for (const width of SIZING_RECIPE.widths) {
    for (const format of PICTURE_FORMATS) {
      const picture = sharp(data, { raw: info }).resize({ width, withoutEnlargement: true });
      sized.push([
        sizedName({ version, width, format }),
        await picture.toFormat(format, SIZING_RECIPE[format]).toBuffer(),
      ]);
    }
  }
  return sized;
}

/** Other nodes may share the folder and see only whole files. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** The first line: libraries add advice. */
const messageOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
