import { createHash } from 'node:crypto';
import type { PictureInfo } from '@companion/contract/picture';
import { imageSize } from 'image-size';
import { jpegFrame } from './jpegFrame.ts';
import { SIZING_RECIPE } from './sizingRecipe.ts';

/** Above the 48 million of a phone's camera. What it takes to resize a picture grows with its pixels. */
export const PIXELS_MAX = 50_000_000;
/** In bytes, of an interlaced PNG: it is decoded as a whole. */
const INTERLACED_MAX = 100_000_000;
/** In bytes, of a JPEG whose coefficients are held in memory. All other pictures are decoded by the line. */
const COEFFICIENTS_MAX = 150_000_000;
const BYTES_PER_COEFFICIENT = 2;
/** EXIF orientations from here on are turned by a quarter. */
const FIRST_TURNED = 5;

/** What is known of a picture; undefined if its size cannot be read. The version is a hash of the whole file. */
export function describePicture(bytes: Uint8Array): PictureInfo | undefined {
  const size = sizeOf(bytes);
  if (!size) return undefined;
  const { width, height } = size;
  return { width, height, version: isSizable(size, bytes) ? versionOf(bytes) : null };
}

/** Whether smaller copies of a picture can be made. */
export function canBeResized(bytes: Uint8Array): boolean {
  const size = sizeOf(bytes);
  return size !== undefined && isSizable(size, bytes);
}

/** Why a picture is not resized, though its format allows it. */
export function sizeOddity({ width, height }: PictureInfo, bytes: Uint8Array): string | undefined {
  const max = pixelsMax(bytes);
  if (width * height <= max) return undefined;
  return `is too large to be resized (${width} × ${height} pixels, of ${max / 1_000_000} million at most)`;
}

/** Names the sized pictures: it changes with the original, and with how they are made. */
export const versionOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(JSON.stringify(SIZING_RECIPE)).update(bytes).digest('hex').slice(0, 20);

interface Size {
  width: number;
  height: number;
  type: string | undefined;
}

const isSizable = ({ width, height, type }: Size, bytes: Uint8Array): boolean =>
  type !== 'svg' && !isAnimated(bytes) && width * height <= pixelsMax(bytes);

function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation < FIRST_TURNED ? { width, height, type } : { width: height, height: width, type };
  } catch {
    // An SVG without a size, or a file that is no picture after its first bytes.
    return undefined;
  }
}

/** So that no picture takes more than a quarter of a gigabyte of memory while it is resized. */
function pixelsMax(bytes: Uint8Array): number {
  const frame = jpegFrame(bytes);
  if (frame?.isHeld) {
    const max = COEFFICIENTS_MAX / (BYTES_PER_COEFFICIENT * frame.samplesPerPixel);
    return Math.min(PIXELS_MAX, Math.floor(max));
  }
  const [depth, interlace] = [bytes[24], bytes[28]];
  if (!isPng(bytes) || interlace === 0) return PIXELS_MAX;
  const bytesPerPixel = depth === 16 ? 8 : 4;
  return INTERLACED_MAX / bytesPerPixel;
}

const isPng = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(1, 4)).toString('latin1') === 'PNG';

/** Resizing would keep only the first image. */
function isAnimated(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start.toString('latin1', 12, 16) === 'VP8X') return ((start[20] ?? 0) & 0b10) !== 0;
  const animation = start.indexOf('acTL');
  return isPng(bytes) && animation > 0 && animation < start.indexOf('IDAT');
}
