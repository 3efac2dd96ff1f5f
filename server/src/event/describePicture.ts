import { createHash } from 'node:crypto';
import type { PictureInfo } from '@companion/contract/picture';
import { imageSize } from 'image-size';
import { SIZING_RECIPE } from './pictureSizes.ts';

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
  const { width, height, type } = size;
  const canBeResized = type !== 'svg' && !isAnimated(bytes) && width * height <= pixelsMax(bytes);
  return { width, height, version: canBeResized ? versionOf(bytes) : null };
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

/** As it is shown. */
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

/** What the header of a JPEG says of how it is decoded. */
interface JpegFrame {
  /** The coefficients of a pixel, over all components: 3 without subsampling of the colours, else fewer. */
  samplesPerPixel: number;
  /** Whether all coefficients are read before the first pixel is known, and held in memory until then. */
  isHeld: boolean;
}

const START_OF_SCAN = 0xda;
/** In the marker of a frame: it is progressive. */
const PROGRESSIVE = 0x02;
/** From here on, frames, except for three markers of other segments. */
const [FIRST_FRAME, LAST_FRAME, NO_FRAMES] = [0xc0, 0xcf, [0xc4, 0xc8, 0xcc]];
const isFrame = (marker: number) => marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.includes(marker);
/** Markers without a segment: filling, or what belongs into a scan. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff;

/** Undefined if it is not a JPEG, or a scan or the end comes before the frame. */
function jpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: (JpegFrame & { components: number }) | undefined;
  for (let at = 2; at + 4 < bytes.length; ) {
    const marker = view.getUint8(at + 1);
    // Decoders, too, look for the next marker after bytes that belong to none.
    if (view.getUint8(at) !== 0xff || isAlone(marker)) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) {
      // A scan of some components only: the others follow in later ones.
      return frame && { ...frame, isHeld: frame.isHeld || view.getUint8(at + 4) < frame.components };
    }
    const length = view.getUint16(at + 2);
    if (isFrame(marker)) frame = readFrame(marker, bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** The segment holds the precision, height and width, then the number of components and three bytes of each. */
function readFrame(marker: number, segment: Uint8Array): (JpegFrame & { components: number }) | undefined {
  const components = segment[5] ?? 0;
  const factors = Array.from({ length: components }, (_, index) => segment[7 + 3 * index] ?? 0);
  const [across, down] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 0xf)];
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 0xf), 0);
  const samplesPerPixel = samples / (Math.max(...across) * Math.max(...down));
  if (!(samplesPerPixel > 0)) return undefined;
  return { components, samplesPerPixel, isHeld: (marker & PROGRESSIVE) !== 0 };
}
