import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../platform/time.ts';
import { sweep } from '../sweep.ts';
import { PictureUploads } from './uploadPicture.ts';

let nodes: TwoNodes;
let ada: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes();
  ada = (await signedInMember(nodes.first, 'editor')).browser;
});
afterAll(() => nodes.stop());

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const NOTED_PHOTO = base64('\xff\xd8\xffExif\0\0GPS');
const PLACED_PHOTO = base64('\xff\xd8\xff\xe1\0\x40http://ns.adobe.com/xap/1.0/\0');
const withPhoto = (address: string) => SVG.replace('<path', `<image href="${address}"/><path`);

const upload = (content: string | Uint8Array, more: object = { place: 'speakers', id: 'ada' }) =>
  ada.send('uploadPicture', { body: { content: Buffer.from(content).toString('base64'), ...more } });
const uploaded = async (content: string | Uint8Array, more?: object) => {
  const { status, body } = await upload(content, more);
  expect([status, body]).toEqual([200, { results: expect.anything() }]);
  // The contract's answer.
  return (body as { results: { path: string; sha256: string; width: number; height: number; warning: string } })
    .results;
};
const stored = async (sha256: string) => {
  const db = nodes.first.services.db;
  const row = await db.selectFrom('assets').selectAll().where('sha256', '=', sha256).executeTakeFirst();
  return row && Buffer.from(row.content, 'base64');
};
const countAssets = async () => (await nodes.first.services.db.selectFrom('assets').select('sha256').execute()).length;

test('uploadPicture: a photo is stored upright, without its notes, and named by its entry', async () => {
  const photo = await sharp(await drawPhoto(400, 300))
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' }, IFD0: { Make: 'A camera' } })
    .jpeg()
    .toBuffer();
  expect(photo.includes('A camera')).toBe(true);

  const { path, sha256, width, height } = await uploaded(photo);

  const bytes = (await stored(sha256)) ?? Buffer.alloc(0);
  expect({ path, sha256 }).toEqual({ path: 'speakers/ada.jpg', sha256: hash('sha256', bytes, 'hex') });
  const { exif, xmp, iptc, ...kept } = await sharp(bytes).metadata();
  expect([exif, xmp, iptc, kept.width, kept.height]).toEqual([undefined, undefined, undefined, width, height]);
  expect(bytes.includes('A camera')).toBe(false);
});

test('uploadPicture: another document behind or in a picture is gone', async () => {
  const photo = await drawPhoto(300, 300);
  const polyglot = Buffer.concat([photo, Buffer.from('PK\x03\x04<script>alert(1)</script>')]);

  const { sha256 } = await uploaded(polyglot);

  expect((await stored(sha256))?.includes('<script>')).toBe(false);
});

test.each<[string, string | Uint8Array]>([
  ['text', 'hello'],
  ['HTML', '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['HTML around an SVG', `<html>${SVG}</html>`],
  ['an SVG with a script', SVG.replace('<path', '<script>alert(1)</script><path')],
  ['an SVG with an event handler', SVG.replace('<path', '<path onload="alert(1)"')],
  ['an SVG that loads something', SVG.replace('<path', '<image href="https://example.com/a.png"/><path')],
  ['an SVG with a style sheet of elsewhere', `<?xml version="1.0"?><?xml-stylesheet href="a.css"?>${SVG}`],
  ['an SVG with more behind it', `${SVG}<script>alert(1)</script>`],
  ['an SVG with a photo and its notes', withPhoto(`data:image/jpeg;base64,${NOTED_PHOTO}`)],
  ['such an SVG, in capitals', withPhoto(`data:IMAGE/JPEG;BASE64,${NOTED_PHOTO}`)],
  ['such an SVG, with a parameter', withPhoto(`data:image/jpeg;a=b;base64,${NOTED_PHOTO}`)],
  ['such an SVG, without base64', withPhoto('data:image/jpeg,%FF%D8%FFExif%00%00GPS')],
  ['such an SVG, with a byte in per cent', withPhoto(`data:image/jpeg;base64,%2F${NOTED_PHOTO.slice(1)}`)],
  ['such an SVG, with a byte by its number', withPhoto(`data:image/jpeg;base64,&#x2F;${NOTED_PHOTO.slice(1)}`)],
  ['an SVG with a photo and its place in XMP', withPhoto(`data:image/jpeg;base64,${PLACED_PHOTO}`)],
  ['a GIF', Buffer.from('474946383961', 'hex')],
  ['a JPEG that is none after its first bytes', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a drawing that is too large for phones', SVG.replace('M0', 'M0 0h9v9z'.repeat(120_000))],
  ['too many bytes', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(5 * 1024 * 1024)])],
])('uploadPicture: %s is refused, and nothing is stored', async (_, content) => {
  const before = await countAssets();

  expect(await upload(content)).toMatchObject({ status: 400, body: { errors: { content: expect.any(String) } } });

  expect(await countAssets()).toBe(before);
});

test('uploadPicture: a picture of too many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

  expect(await upload(bomb)).toMatchObject({
    status: 400,
    body: { errors: { content: expect.stringContaining('pixels') } },
  });
});

test('uploadPicture: a damaged picture is refused', async () => {
  const photo = await drawPhoto(300, 300);

  expect(await upload(photo.subarray(0, photo.length / 2))).toMatchObject({ status: 400 });
});

test('uploadPicture: a process that is killed stores nothing, and the next picture gets another', async () => {
  const photo = await drawPhoto(1200, 900);
  const uploads = new PictureUploads({ timeoutMs: 1 });
  const content = photo.toString('base64');
  const before = await countAssets();

  await expect(uploads.clean(nodes.first.services.db, { content, place: 'logo' })).rejects.toMatchObject({
    kind: 'invalid',
  });

  uploads.close();
  expect(await countAssets()).toBe(before);
  await uploaded(photo);
});

test('pictures: one that was published is served by another node, before that to editors only', async () => {
  const svg = SVG.replace('0 0 9 9', '0 0 8 8');
  const { path, sha256 } = await uploaded(svg);
  expect(path).toBe('speakers/ada.svg');
  const there = staffBrowser({ url: nodes.secondUrl }, ada.cookies);
  const preview = `${nodes.secondUrl}/api/staff/programme/pictures/${sha256}`;
  const cookie = [...there.cookies].map((pair) => pair.join('=')).join('; ');
  expect((await fetch(preview)).status).toBe(401);
  const answer = await fetch(preview, { headers: { cookie } });
  expect([answer.headers.get('content-security-policy'), answer.headers.get('cache-control')]).toEqual([
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'private, max-age=31536000, immutable',
  ]);
  expect(await answer.text()).toBe(svg);

  const edits: ProgrammeEdit[] = [
    { op: 'set', list: 'pictures', id: null, field: path, from: null, to: sha256 },
    { op: 'set', list: 'speakers', id: 'ada', field: 'picture', from: null, to: 'ada.svg' },
  ];
  const { version } = (await ada.ask('editProgramme', { body: { edits } })).results;
  expect((await fetch(`${nodes.secondUrl}/event/speakers/ada.svg`)).status).toBe(404);
  await there.ask('publishProgramme', { body: { version } });

  expect(await (await fetch(`${nodes.secondUrl}/event/speakers/ada.svg`)).text()).toBe(svg);
});

test('pictures: an address that names another file than a stored picture finds nothing', async () => {
  const { url, services } = nodes.first;
  await writeFile(join(services.config.dataDir, 'other.svg'), SVG);
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ');

  for (const name of ['..%2Fother', '%2E%2E%2Fother', 'a%00', 'A'.repeat(64)]) {
    const { status } = await fetch(`${url}/api/staff/programme/pictures/${name}`, { headers: { cookie } });
    expect([name, status]).toEqual([name, 404]);
  }
});

test('pictures: what no draft and no revision has is swept after a day, and cannot be used then', async () => {
  const { sha256 } = await uploaded(SVG.replace('0 0 9 9', '0 0 7 7'));
  const used = await nodes.first.services.db
    .selectFrom('assets')
    .select('sha256')
    .where('unused_since', 'is', null)
    .execute();
  expect(used.length).toBeGreaterThan(1);
  nodes.advance(DAY - MINUTE);
  await sweep(nodes.first.services);
  expect(await stored(sha256)).toBeDefined();
  nodes.advance(2 * MINUTE);
  await sweep(nodes.first.services);

  expect(await stored(sha256)).toBeUndefined();
  for (const kept of used) expect(await stored(kept.sha256)).toBeDefined();
  const edits = [{ op: 'set', list: 'pictures', id: null, field: 'speakers/bo.svg', from: null, to: sha256 }];
  // The other session has ended in the meantime.
  const { browser } = await signedInMember(nodes.first, 'editor');
  expect(await browser.send('editProgramme', { body: { edits } })).toMatchObject({
    ...{ status: 400, body: { errors: { 'speakers/bo.svg': 'Upload this picture again' } } },
  });
});
