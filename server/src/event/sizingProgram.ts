import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { PIXELS_MAX, versionOf } from './describePicture.ts';
import type { CleaningJob, SizingAnswer, SizingJob } from './pictureProcess.ts';
import { type PictureSize, SIZING_RECIPE, sizedName } from './pictureSizes.ts';
import { writeWhole } from './wholeFile.ts';

/*
 * The process that resizes pictures, one at a time (decision 045). A picture that crashes the native library, or takes
 * all memory, ends this process and not the server.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A signal to the whole group is for the server, which closes the channel when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
// Only the server sends messages.
process.on('message', (job) => answer(job as SizingJob | CleaningJob).then((outcome) => process.send?.(outcome)));

async function answer(job: SizingJob | CleaningJob): Promise<SizingAnswer> {
  // What is at fault if the next step fails.
  let fault: SizingAnswer['fault'] = 'library';
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    fault = 'picture';
    if ('clean' in job) return { cleaned: await clean(sharp, job) };
    const { file, version, sizes, folder } = job;
    const bytes = await readFile(file);
    if (versionOf(bytes) !== version) throw new Error('it has changed since the event pack was loaded');
    const sized = await resize(sharp, bytes, sizes);
    fault = 'folder';
    for (const { size, content } of sized) await writeWhole(join(folder, sizedName(version, size)), content);
    return {};
  } catch (error) {
    // The first line: libraries add advice.
    return { fault, error: String(error instanceof Error ? error.message : error).split('\n')[0] ?? '' };
  }
}

type Sharp = typeof import('sharp')['default'];

/** The output has the pixels and nothing else: no metadata, no further pictures, nothing behind its end. */
async function clean(sharp: Sharp, { clean: content, type, longestSide }: CleaningJob): Promise<Buffer> {
  const pixels = sharp(content, { failOn: 'error', limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  const { format, options } = CLEAN_FORMATS[type];
  return pixels.toFormat(format, options).toBuffer();
}

/** They are resized again for phones, so they keep more than those. */
const CLEAN_FORMATS = {
  png: { format: 'png', options: { compressionLevel: 9 } },
  jpg: { format: 'jpeg', options: { quality: 88 } },
  webp: { format: 'webp', options: { quality: 88 } },
} as const;

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
