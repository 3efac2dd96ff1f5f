import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '@companion/contract/defineCall';
import { EVENT_FILES, eventInfo } from '@companion/contract/event';
import { smallPack } from '@companion/testkit/smallPack';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { loadPack } from '../../event/loadPack.ts';
import { readPack } from '../../event/readPack.ts';
import { answerErrors } from '../answerErrors.ts';
import { encodedAnswers } from '../encodedAnswers.ts';
import { eventFiles } from './eventFiles.ts';

async function openApp(): Promise<{ app: FastifyInstance; folder: string }> {
  const { folder, remove } = await smallPack();
  const { db, destroy } = await openTestDatabase();
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await destroy();
    await remove();
  });
  await loadPack(db, await readPack(folder, Date.now()));
  answerErrors(app);
  encodedAnswers(app);
  eventFiles(app, { packFolder: folder, db });
  return { app, folder };
}

test('event files: event.json is the summary of the event, as in the contract', async () => {
  const { app } = await openApp();
  const answer = await app.inject(EVENT_FILES.info);

  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(eventInfo.parse(answer.json())).toEqual(answer.json());
  expect(answer.json()).toEqual({
    name: 'Small Summit',
    host: 'Test Firm',
    tagline: 'One of everything',
    startDate: '2026-11-20T14:00:00.000Z',
    endDate: '2026-11-22T05:30:00.000Z',
    helpDesk: { email: 'help@example.com', phone: '(202) 555-0100' },
    termsVersion: '1.0',
    welcome: '<p>Welcome!</p>',
    thanks: '<p>Thanks!</p>',
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

test('event files: a picture that is missing in the folder is 404 and names no path', async () => {
  const { app, folder } = await openApp();
  await rm(join(folder, 'speakers/ada.svg'));
  const answer = await app.inject(EVENT_FILES.speaker('ada.svg'));

  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain(folder);
});
