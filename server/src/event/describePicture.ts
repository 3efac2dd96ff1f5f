import { createHash } from 'node:crypto';
import type { PictureInfo } from '@companion/contract/picture';
import { imageSize } from 'image-size';
import { SIZING_RECIPE } from './sizingRecipe.ts';

/** Above the 48 million of a phone's camera. What it takes to resize a picture grows with its pixels. */
export const PIXELS_MAX = 50_000_000;
/** EXIF orientations from here on are turned by a quarter. */
const FIRST_TURNED = 5;

/** What is known of a picture; undefined if its size cannot be read. Reads only the beginning of the file. */
export function describePicture(bytes: Uint8Array): PictureInfo | undefined {
  const size = sizeOf(bytes);
  if (!size) return undefined;
  const { width, height, type } = size;
  const isSized = type !== 'svg' && !isAnimated(bytes) && width * height <= PIXELS_MAX;
  return { width, height, version: isSized ? versionOf(bytes) : null };
}

/** Why a picture is not resized, though its format allows it. */
export const sizeOddity = ({ width, height }: PictureInfo): string | undefined =>
  width * height > PIXELS_MAX
    ? `is too large to be resized (${width} × ${height} pixels, of ${PIXELS_MAX / 1_000_000} million at most)`
    : undefined;

/** Names the sized pictures: it changes with the original, and with how they are made. */
export const versionOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(JSON.stringify(SIZING_RECIPE)).update(bytes).digest('hex').slice(0, 20);

function sizeOf(bytes: Uint8Array): { width: number; height: number; type: string | undefined } | undefined {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation < FIRST_TURNED ? { width, height, type } : { width: height, height: width, type };
  } catch {
    // An SVG without a size, or a file that is no picture after its first bytes.
    return undefined;
  }
}

/** Resizing would keep only the first image. */
function isAnimated(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start.toString('latin1', 12, 16) === 'VP8X') return ((start[20] ?? 0) & 0b10) !== 0;
  const animation = start.indexOf('acTL');
  return start.toString('latin1', 1, 4) === 'PNG' && animation > 0 && animation < start.indexOf('IDAT');
}
