import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './ensureChromium.ts';
import { ROOT } from './runCommand.ts';

/*
 * Draws the app's icons in web/public from favicon.svg.
 * Run it after a change of favicon.svg: node testkit/src/drawIcons.ts
 */
const PUBLIC = path.join(ROOT, 'web/public');
const mark = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
/** Without rounded corners, because the system applies its own shape. */
const full = mark.replace(/ rx="\d+"/, '');
/** A system may crop to a circle of 80 % of the width, so the mark must fit into it. */
const maskable = full.replace(
  /(<rect[^>]*\/>)(.*)(<\/svg>)/s,
  '$1<g transform="translate(5 5) scale(0.6875)">$2</g>$3',
);

const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] });
const page = await browser.newPage();

async function draw(svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

const files: Record<string, Buffer> = {
  'favicon.ico': icoOf([
    { size: 16, png: await draw(mark, 16) },
    { size: 32, png: await draw(mark, 32) },
    { size: 48, png: await draw(mark, 48) },
  ]),
  'apple-touch-icon.png': await draw(full, 180),
  'icon-192.png': await draw(mark, 192),
  'icon-512.png': await draw(mark, 512),
  'icon-maskable-512.png': await draw(maskable, 512),
};
await browser.close();
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(path.join(PUBLIC, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

/** An ICO file of PNG pictures: a header, an entry for each picture, then the pictures. */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}
