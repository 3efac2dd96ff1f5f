import { drawPhoto } from '@companion/testkit/drawPhoto';
import { expect, test } from 'vitest';
import { isPictureName, pictureError, pictureType } from './pictureFile.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inside: string, attributes = '') =>
  pictureError('a.svg', bytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`));

test('picture: an SVG may draw, style and refer to its own parts', () => {
  expect(svg('<path d="M0 0"/>')).toBeUndefined();
  expect(svg('<style>.a{fill:url(#g)}</style><use href="#p"/><rect fill="url(\'#g\')"/>')).toBeUndefined();
  expect(svg('<image href="data:image/png;base64,AAAA"/>')).toBeUndefined();
});

test('picture: an SVG that could run, load or hide something is rejected', () => {
  expect(svg('<script>1</script>')).toBe('holds a script');
  expect(svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>')).toBe('holds a script');
  expect(svg('', 'onload="alert(1)"')).toBe('holds an event handler');
  expect(svg('<g\nonclick = "x"/>')).toBe('holds an event handler');
  expect(svg('<foreignObject><p/></foreignObject>')).toBe('holds other documents');
  expect(svg('<a href="javascript:x">a</a>')).toBe('holds a script address');
  expect(svg('<a xlink:href="https://x.example">a</a>')).toBe('links elsewhere');
  expect(svg('<image href="data:image/svg+xml,x"/>')).toBe('links elsewhere');
  expect(svg('<set attributeName="href" to="x"/>')).toBe('changes a link');
  expect(svg('<style>@import "x.css"</style>')).toBe('loads other files');
  expect(svg('<rect fill="url(https://x.example)"/>')).toBe('loads other files');
  expect(pictureError('a.svg', bytes('<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
    'holds a DOCTYPE or entities',
  );
});

test('picture: what an SVG may not hold is found however it is written', () => {
  expect(svg('<a href="java&#115;cript:x">a</a>')).toBe('holds a script address');
  expect(svg('<set attributeName="hre&#102;" to="java&#x73;cript:x"/>')).toBe('holds a script address');
  expect(svg('<set attributeName="&#104;ref" to="x"/>')).toBe('changes a link');
  expect(svg('<rect style="fill:url&#40;https://x.example)"/>')).toBe('loads other files');
  expect(svg('<style>rect{fill:\\75 rl(https://x.example)}</style>')).toBe('loads other files');
  expect(svg('<style>@\\69mport "x.css"</style>')).toBe('loads other files');
  expect(svg('<style>rect{fill:u\\rl(https://x.example)}</style>')).toBe('loads other files');
  expect(svg('<style>rect{fill:image-set("https://x.example/a.png" 1x)}</style>')).toBe('loads other files');
  expect(svg('<text>&#1114112; &#xFFFFFFFFFF; \\110000</text>')).toBeUndefined();
});

test('picture: its content must match its file extension', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
  expect(pictureError('a.png', png)).toBeUndefined();
  expect(pictureError('a.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toBeUndefined();
  expect(pictureError('a.webp', bytes('RIFF\0\0\0\0WEBP'))).toBeUndefined();
  expect(pictureError('a.jpg', png)).toBe('is not a jpg picture inside');
  expect(pictureError('a.png', bytes('<html>'))).toBe('is not a png picture inside');
  expect(pictureError('a.svg', bytes('<html>'))).toBe('is not an SVG picture with an xmlns');
  expect(pictureError('a.svg', Uint8Array.from([0xff, 0xfe]))).toBe('is not UTF-8');
});

test('picture: it may have 10 MB if it can be resized, otherwise 1 MB', async () => {
  const jpeg = await drawPhoto(2, 2);
  const drawing = bytes('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const ofSize = (start: Uint8Array, megabytes: number) =>
    Buffer.concat([start, Buffer.alloc(megabytes * 1024 * 1024 - start.length, ' ')]);

  expect(pictureError('a.jpg', ofSize(jpeg, 10))).toBeUndefined();
  expect(pictureError('a.jpg', ofSize(jpeg, 11))).toBe('is larger than 10 MB');
  expect(pictureError('a.svg', ofSize(drawing, 1))).toBeUndefined();
  expect(pictureError('a.svg', ofSize(drawing, 2))).toContain('is larger than 1 MB and cannot be resized');
});

test('picture: it has a plain name, and the content type of its extension', () => {
  expect(['a.svg', 'Ada-B_2.x.JPG', 'a.jpeg', 'a.webp'].every(isPictureName)).toBe(true);
  expect(
    ['../a.svg', 'b/a.svg', '.a.svg', 'a.gif', 'a.svg ', 'svg', '', 'a\\b.svg', 'a%2fb.svg'].some(isPictureName),
  ).toBe(false);
  expect(['a.svg', 'a.PNG', 'a.jpeg', 'a.webp'].map(pictureType)).toEqual([
    'image/svg+xml; charset=utf-8',
    'image/png',
    'image/jpeg',
    'image/webp',
  ]);
});
