import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { PIXELS_MAX, versionOf } from './describePicture.ts';
import type { SizingAnswer, SizingJob } from './pictureSizer.ts';
import { type PictureSize, SIZING_RECIPE, sizedName } from './pictureSizes.ts';

/*
 * The process that resizes pictures, one at a time (decision 045). A picture that crashes the native library, or takes
 * all memory, ends this process and not the server.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A signal to the whole group is for the server, which closes the channel when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
// Only the server sends messages.
process.on('message', (job) => answer(job as SizingJob).then((outcome) => process.send?.(outcome)));

async function answer({ file, version, sizes, folder }: SizingJob): Promise<SizingAnswer> {
  // What is at fault if the next step fails.
  let fault: SizingAnswer['fault'] = 'library';
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    fault = 'picture';
    const bytes = await readFile(file);
    if (versionOf(bytes) !== version) throw new Error('it has changed since the event pack was loaded');
    const sized = await resize(sharp, bytes, sizes);
    fault = 'folder';
    await mkdir(folder, { recursive: true });
    for (const { size, content } of sized) await writeWhole(join(folder, sizedName(version, size)), content);
    return {};
  } catch (error) {
    // The first line: libraries add advice.
    return { fault, error: String(error instanceof Error ? error.message : error).split('\n')[0] ?? '' };
  }
}

type Sharp = typeof import('sharp')['default'];

async function resize(
  sharp: Sharp,
  bytes: Buffer,
  sizes: readonly PictureSize[],
): Promise<{ size: PictureSize; content: Buffer }[]> {
  const largest = Math.max(...sizes.map(({ width }) => width));
  // Decoded only once. The output has no metadata, so nothing says where a photo was taken.
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ width: largest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sized: { size: PictureSize; content: Buffer }[] = [];
  for (const size of sizes) {
    const picture = sharp(data, { raw: info }).resize({ width: size.width, withoutEnlargement: true });
    sized.push({ size, content: await picture.toFormat(size.format, SIZING_RECIPE[size.format]).toBuffer() });
  }
  return sized;
}

/** Other nodes may share the folder, and the machine may stop at any time: a file is there only once it is whole. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, content, { flush: true });
  await rename(unfinished, file);
}
