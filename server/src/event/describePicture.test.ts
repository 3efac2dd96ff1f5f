import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describePicture, sizeOddity } from './describePicture.ts';

const VERSION = expect.stringMatching(/^[0-9a-f]{20}$/);
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0e4a5a' } });

test('picture: its width and height are those that are shown, after the orientation of the camera', async () => {
  const upright = await blank(30, 20).jpeg().toBuffer();
  const turned = await blank(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const webp = await blank(30, 20).webp().toBuffer();

  expect(describePicture(upright)).toEqual({ width: 30, height: 20, version: VERSION });
  expect(describePicture(turned)).toEqual({ width: 20, height: 30, version: VERSION });
  expect(describePicture(webp)).toEqual({ width: 30, height: 20, version: VERSION });
});

test('picture: its version changes with its content only', async () => {
  const [bytes, other] = [await blank(30, 20).png().toBuffer(), await blank(31, 20).png().toBuffer()];

  expect(describePicture(bytes)?.version).toBe(describePicture(Buffer.from(bytes))?.version);
  expect(describePicture(bytes)?.version).not.toBe(describePicture(other)?.version);
});

test('picture: an SVG, an animation and a picture of too many pixels are not resized', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>');
  const frames = await sharp([await blank(30, 20).png().toBuffer(), await blank(30, 20).negate().png().toBuffer()], {
    join: { animated: true },
  });
  const animation = await frames.webp().toBuffer();
  const png = await blank(30, 20).png().toBuffer();
  const animatedPng = Buffer.concat([png.subarray(0, 33), Buffer.from('\0\0\0\x08acTL'), png.subarray(33)]);
  // A few bytes that claim 2.5 billion pixels.
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);

  expect(describePicture(svg)).toEqual({ width: 30, height: 20, version: null });
  expect(describePicture(animation)).toEqual({ width: 30, height: 20, version: null });
  expect(describePicture(animatedPng)).toEqual({ width: 30, height: 20, version: null });
  expect(describePicture(bomb)).toEqual({ width: 50_000, height: 50_000, version: null });
});

test.each([
  { kind: 'an interlaced PNG of 16 bits', depth: 16, interlace: 1, millions: 12.5 },
  { kind: 'an interlaced PNG of 8 bits', depth: 8, interlace: 1, millions: 25 },
  { kind: 'another PNG of 16 bits', depth: 16, interlace: 0, millions: 50 },
])('picture: $kind is resized up to $millions million pixels', async ({ depth, interlace, millions }) => {
  const png = await blank(30, 20).png().toBuffer();
  png.writeUInt8(depth, 24);
  png.writeUInt8(interlace, 28);
  const describe = (width: number) => {
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(1_000, 20);
    const info = describePicture(png);
    return [info?.version, info && sizeOddity(info, png)];
  };

  expect(describe(millions * 1_000)).toEqual([VERSION, undefined]);
  const oddity = expect.stringContaining(`1000 pixels, of ${millions} million at most`);
  expect(describe(millions * 1_000 + 1)).toEqual([null, oddity]);
});

test.each([
  { kind: 'a JPEG', progressive: false, subsampling: '4:4:4', millions: 50 },
  { kind: 'a progressive JPEG', progressive: true, subsampling: '4:2:0', millions: 50 },
  { kind: 'a progressive JPEG of all colours', progressive: true, subsampling: '4:4:4', millions: 25 },
  { kind: 'a progressive JPEG for print', progressive: true, subsampling: '4:4:4', space: 'cmyk', millions: 18.75 },
  { kind: 'a JPEG in several scans', progressive: false, subsampling: '4:4:4', scanned: 1, millions: 25 },
])('picture: $kind is resized up to $millions million pixels', async (kind) => {
  const { progressive, subsampling, space = 'srgb', scanned, millions } = kind;
  const image = blank(30, 20).toColourspace(space);
  const jpeg = await image.jpeg({ progressive, chromaSubsampling: subsampling }).toBuffer();
  // The number of components is in the fifth byte of the scan's header.
  if (scanned) jpeg.writeUInt8(scanned, jpeg.indexOf(Buffer.from([0xff, 0xda])) + 4);
  const frame = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  const describe = (width: number) => {
    jpeg.writeUInt16BE(1_250, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    const info = describePicture(jpeg);
    return [info?.version, info && sizeOddity(info, jpeg)];
  };

  const width = (millions * 1_000_000) / 1_250;
  expect(describe(width)).toEqual([VERSION, undefined]);
  const oddity = expect.stringContaining(`1250 pixels, of ${millions} million at most`);
  expect(describe(width + 1)).toEqual([null, oddity]);
});

test('picture: nothing is known of an SVG without a size, nor of a file that only begins like a picture', () => {
  expect(describePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined();
  expect(describePicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]))).toBeUndefined();
});
