import { hash } from 'node:crypto';
import { ReadStream } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '@companion/contract/defineCall';
import { EVENT_FILES, eventInfo } from '@companion/contract/event';
import { sizedQuery } from '@companion/contract/picture';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { type PackChanges, smallPack } from '@companion/testkit/smallPack';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import { scaled } from '@companion/testkit/timeScale';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AssetFiles } from '../../event/assetFiles.ts';
import { storeAsset } from '../../event/assetQueries.ts';
import { describePicture } from '../../event/describePicture.ts';
import { loadPack } from '../../event/loadPack.ts';
import { endingOfName } from '../../event/pictureFile.ts';
import { PictureSizer } from '../../event/pictureSizer.ts';
import { readPackSource } from '../../event/readPack.ts';
import type { Database } from '../../platform/db/schema.ts';
import { tagAndCompress } from '../etagAndCompression.ts';
import { answerErrors } from '../sendFailures.ts';
import { eventFiles } from './eventFiles.ts';

interface Opened {
  app: FastifyInstance;
  db: Kysely<Database>;
  folder: string;
  /** Where the pictures of the database are kept in files. */
  files: string;
  warnings: string[];
  /** What the routes send, and the ETag that it has. */
  sent: { payload: unknown; etag: unknown }[];
}

async function openApp(changes: PackChanges = {}): Promise<Opened> {
  const { folder, remove } = await smallPack(changes);
  const { db, destroy } = await openTestDatabase();
  const app = Fastify();
  const sizer = new PictureSizer(join(folder, 'sized'), () => {}, { waitMs: scaled(60_000) });
  onTestFinished(async () => {
    await app.close();
    sizer.close();
    await destroy();
    await remove();
  });
  const { pack, source } = await readPackSource(folder, Date.now());
  for (const [name, sha256] of source.pictures) {
    const content = await readFile(join(folder, name));
    await storeAsset(db, sha256, { type: endingOfName(name), content }, Date.now());
  }
  await loadPack(db, pack);
  const files = join(folder, 'assets');
  const sent: Opened['sent'] = [];
  const warnings: string[] = [];
  app.addHook('onSend', async (_request, reply, payload) => {
    sent.push({ payload, etag: reply.getHeader('etag') });
  });
  answerErrors(app);
  tagAndCompress(app);
  eventFiles(app, { db, assets: new AssetFiles(files, db, (text) => warnings.push(text)), sizer });
  return { app, db, folder, files, warnings, sent };
}

const named = (picture: string) => (speakers: string) => speakers.replace('ada.svg', picture);

test('event files: event.json is the summary of the event, as in the contract', async () => {
  const { app } = await openApp();
  const answer = await app.inject(EVENT_FILES.info);

  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    etag: expect.any(String),
  });
  expect(eventInfo.parse(answer.json())).toEqual(answer.json());
  expect(answer.json()).toEqual({
    name: 'Small Summit',
    host: 'Test Firm',
    tagline: 'One of everything',
    timeZone: 'America/New_York',
    startDate: '2026-11-20T14:00:00.000Z',
    endDate: '2026-11-22T05:30:00.000Z',
    helpDesk: { email: 'help@example.com', phone: '(202) 555-0100' },
    termsVersion: '1.0',
    welcome: '<p>Welcome!</p>',
    thanks: '<p>Thanks!</p>',
    organizationTypes: ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'],
    dayFilters: ['Day 1 - Main Stage', 'Day 2'],
    breakoutsFilter: 'Day 1 - Breakout Sessions',
    speakersFilter: 'Featured Speakers',
  });
});

test('event files: the texts are fragments of HTML', async () => {
  const { app } = await openApp();
  const [about, privacyPolicy] = [await app.inject(EVENT_FILES.about), await app.inject(EVENT_FILES.privacyPolicy)];

  expect(about.body).toBe('<h2>About</h2>');
  expect(privacyPolicy.body).toBe('<h2>Privacy</h2>');
  expect(about.headers['content-type']).toBe('text/html; charset=utf-8');
});

test('event files: pictures are sent unchanged, may be cached, and have a restrictive policy', async () => {
  const { app, folder } = await openApp();
  const pictures = [
    [EVENT_FILES.logo, 'logo.svg'],
    [EVENT_FILES.speaker('ada.svg'), 'speakers/ada.svg'],
    [EVENT_FILES.sponsor('acme.svg'), 'sponsors/acme.svg'],
  ] as const;
  for (const [address, file] of pictures) {
    const answer = await app.inject(address);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(await readFile(join(folder, file)));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    });

    const again = await app.inject({ url: address, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('event files: a photo is sent in the size and format that the address names, and may be kept for ever', async () => {
  const photo = await drawPhoto(800, 400);
  const { app } = await openApp({ 'speakers/ada.jpg': photo, 'speakers.yaml': named('ada.jpg') });
  const version = describePicture(photo)?.version ?? '';
  const address = EVENT_FILES.speaker('ada.jpg');
  const sized = address + sizedQuery(version, 192, 'avif');

  const answer = await app.inject(sized);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif']);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 192, height: 96 });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-length': String(answer.rawPayload.length),
  });
  expect(answer.headers).not.toHaveProperty('content-encoding');
  const head = await app.inject({ method: 'HEAD', url: sized });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, answer.headers['content-length']]);
  const again = await app.inject({ url: sized, headers: { 'if-none-match': String(answer.headers.etag) } });
  expect(again.statusCode).toBe(304);

  // A client with an older list: the picture of today, for a minute.
  const outdated = await app.inject(address + sizedQuery('older', 96, 'webp'));
  expect([outdated.headers['content-type'], outdated.headers['cache-control']]).toEqual([
    'image/webp',
    'public, max-age=60',
  ]);
  // The original, without a query or with one that names no size.
  for (const query of ['', `?v=${version}`, `?v=${version}&w=97&f=avif`, `?v=${version}&w=96&f=gif`]) {
    const whole = await app.inject(address + query);
    expect([whole.rawPayload.equals(photo), whole.headers['content-type']]).toEqual([true, 'image/jpeg']);
  }
});

test('event files: a large original is streamed, and not read for HEAD or for 304', async () => {
  const photo = await drawPhoto(1200, 900);
  expect(photo.length).toBeGreaterThan(256 * 1024);
  const { app, sent } = await openApp({ 'speakers/ada.jpg': photo, 'speakers.yaml': named('ada.jpg') });
  const url = EVENT_FILES.speaker('ada.jpg');

  const answer = await app.inject(url);
  const { etag } = answer.headers;
  expect([answer.statusCode, answer.rawPayload.equals(photo)]).toEqual([200, true]);
  expect(answer.headers).toMatchObject({ 'content-length': String(photo.length), 'content-type': 'image/jpeg' });
  const head = await app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers).toMatchObject({ 'content-length': String(photo.length), etag });
  const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect(sent).toEqual([
    { payload: expect.any(ReadStream), etag },
    { payload: expect.not.objectContaining({ fd: expect.anything() }), etag },
    { payload: '', etag },
  ]);
});

test('event files: a picture in memory comes with its ETag, so no request hashes it', async () => {
  const { app, sent } = await openApp();
  const { headers } = await app.inject(EVENT_FILES.speaker('ada.svg'));

  expect(sent).toEqual([{ payload: expect.any(Buffer), etag: headers.etag }]);
  expect(headers.etag).toMatch(/^"[\w-]+"$/);
});

test('event files: a picture that cannot be resized is sent as it is, for a minute', async () => {
  const photo = await drawPhoto(80, 80);
  const cut = photo.subarray(0, photo.length - 40);
  const { app } = await openApp({ 'speakers/ada.jpg': cut, 'speakers.yaml': named('ada.jpg') });
  const answer = await app.inject(
    EVENT_FILES.speaker('ada.jpg') + sizedQuery(describePicture(cut)?.version ?? '', 96, 'avif'),
  );

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(answer.rawPayload.equals(cut)).toBe(true);
  expect(answer.headers['cache-control']).toBe('public, max-age=60');
});

test('event files: in place of a sized picture that cannot be read the original is sent, for a minute', async () => {
  const photo = await drawPhoto(80, 80);
  const { app, folder } = await openApp({ 'speakers/ada.jpg': photo, 'speakers.yaml': named('ada.jpg') });
  // A folder, which root cannot read as a file either.
  const find = vi.spyOn(PictureSizer.prototype, 'find').mockResolvedValue(folder);
  onTestFinished(() => find.mockRestore());
  const answer = await app.inject(
    EVENT_FILES.speaker('ada.jpg') + sizedQuery(describePicture(photo)?.version ?? '', 96, 'avif'),
  );

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect([answer.rawPayload.equals(photo), answer.headers['cache-control']]).toEqual([true, 'public, max-age=60']);
});

test('event files: a picture that the pack does not name is 404, also with path tricks', async () => {
  const { app } = await openApp();
  for (const slug of [
    'bo.svg',
    '..%2flogo.svg',
    '%2e%2e%2fevent.yaml',
    '..%5clogo.svg',
    'ada.svg%00',
    'ADA.svg',
    'acme.svg',
  ]) {
    const answer = await app.inject(`/event/speakers/${slug}`);
    expect([slug, answer.statusCode]).toEqual([slug, 404]);
    expect(failure.parse(answer.json())).toEqual({ message: 'Not found.', traceId: expect.any(String) });
  }
});

test('event files: pictures come from the database, and a node keeps them in files', async () => {
  const { app, folder, files } = await openApp();
  const svg = await readFile(join(folder, 'speakers/ada.svg'));
  await rm(join(folder, 'speakers'), { recursive: true });
  expect((await app.inject(EVENT_FILES.speaker('ada.svg'))).rawPayload).toEqual(svg);
  const kept = await readdir(files);

  expect(kept).toEqual([`${hash('sha256', svg, 'hex')}.svg`]);
  // As after a restore of the machine's disk.
  await rm(files, { recursive: true });
  expect((await app.inject(EVENT_FILES.speaker('ada.svg'))).rawPayload).toEqual(svg);
});

test('event files: where no file can be written, pictures are sent from memory, photos as they are', async () => {
  const photo = await drawPhoto(80, 80);
  const { app, files, warnings } = await openApp({ 'speakers/ada.jpg': photo, 'speakers.yaml': named('ada.jpg') });
  // No folder can be made where a file is.
  await writeFile(files, '');
  const { version } = describePicture(photo) ?? {};
  const address = EVENT_FILES.speaker('ada.jpg') + sizedQuery(version ?? '', 96, 'avif');

  for (const url of [EVENT_FILES.speaker('ada.jpg'), address]) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(answer.rawPayload.equals(photo)).toBe(true);
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  expect(warnings).toEqual([expect.stringContaining('pictures are kept in memory')]);
});

test('event files: a picture that the database no longer has is 404', async () => {
  const { app, db } = await openApp();
  await db.deleteFrom('assets').execute();

  expect((await app.inject(EVENT_FILES.speaker('ada.svg'))).statusCode).toBe(404);
});
