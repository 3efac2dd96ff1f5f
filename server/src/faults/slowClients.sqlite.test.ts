import { rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { writeTestPack } from '@companion/testkit/testPack';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLIENTS_PER_KIND = 30;
const UNREAD = 4;
/** Pipelined requests on one connection; together their answers exceed the system's buffers. */
const ANSWERS = 16;
const LARGE_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg"><!--${' '.repeat(950_000)}--></svg>`;
const SLOW_HEADERS = 'GET /api/public/content HTTP/1.1\r\nhost: x\r\nx-slow: ';
const SLOW_BODY =
  'POST /api/public/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n';

/** Shorter than a server's, in the same proportion. */
const TIMEOUTS = {
  ...{ idle: scaled(3_000), headers: scaled(2_000), request: scaled(2_000), checkInterval: scaled(400) },
  // 3 MB, and 28 MB, have 2 s and 19 s more.
  slowestUpload: 1_500_000 / scaled(1),
};

let t: ServerTest;
const clients: Socket[] = [];
let pack: string;
beforeAll(async () => {
  pack = await writeTestPack();
  await writeFile(join(pack, 'logo.svg'), LARGE_PICTURE);
  t = await startServerTest({ EVENT_PACK: pack }, { timeouts: TIMEOUTS });
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await t.stop();
  await rm(pack, { recursive: true });
});

function open(start: string): Socket {
  const { hostname, port } = new URL(t.url);
  const client = connect(Number(port), hostname);
  // The server is expected to cut the connection.
  client.on('error', () => {});
  client.write(start);
  clients.push(client);
  return client;
}

const closed = (client: Socket) => new Promise((resolve) => client.once('close', resolve));

/** Sends a byte now and then, so that the connection is never idle, until it is cut off. */
async function trickle(start: string, byte: string): Promise<void> {
  const client = open(start).resume();
  const timer = setInterval(() => client.write(byte), TIMEOUTS.request / 10);
  await closed(client);
  clearInterval(timer);
}

/** Requests more than the system buffers and reads nothing. @returns a function that reads and counts the answers */
function neverRead(): () => Promise<number> {
  const client = open('GET /event/logo.svg HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(ANSWERS)).pause();
  let received = '';
  return async () => {
    client.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    client.resume();
    await closed(client);
    return received.split('HTTP/1.1 200 OK').length - 1;
  };
}

test('faults: slow headers, slow bodies and unread answers are cut off, and all other requests are served (decision 024)', async () => {
  const { access_token: token } = await t.register();
  const unread = Array.from({ length: UNREAD }, neverRead);
  let allCut = false;
  const cut = Promise.all([
    ...Array.from({ length: CLIENTS_PER_KIND }, () => trickle(SLOW_HEADERS, 'a')),
    ...Array.from({ length: CLIENTS_PER_KIND }, () => trickle(SLOW_BODY, ' ')),
    // Node checks twice whether a connection with an unread answer is idle.
    delay(2.2 * TIMEOUTS.idle),
  ]).then(() => {
    allCut = true;
  });

  let served = 0;
  for (; !allCut; served++) {
    expect((await t.send('getContent', { token })).status).toBe(200);
    expect((await fetch(`${t.url}/health/ready`)).status).toBe(200);
    await delay(scaled(30));
  }
  await cut;
  expect(served).toBeGreaterThan(100);
  // The connections were cut before these clients began to read: they receive only what the system had buffered.
  for (const answers of await Promise.all(unread.map((read) => read()))) expect(answers).toBeLessThan(ANSWERS);
});

/** The headers of a call by a member, with a body of so many bytes. */
function headersOf({ cookies }: StaffBrowser, path: string, length: number): string {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const headers = [
    ...[`cookie: ${cookie}`, `origin: ${t.url}`, 'content-type: application/json'],
    ...[`content-length: ${length}`, 'connection: close'],
  ];
  return `POST /api/staff/${path} HTTP/1.1\r\nhost: x\r\n${headers.join('\r\n')}\r\n\r\n`;
}

/** A schedule that is sent a byte at a time, and says that it is long. */
const slowImport = (browser: StaffBrowser): Promise<void> =>
  trickle(headersOf(browser, 'programme/import', 9_000_000), ' ');

/** Whether there is room for a body of 26 MB of this member, which is no import. */
async function hasRoom({ cookies }: StaffBrowser): Promise<boolean> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, origin: t.url, 'content-type': 'application/json' };
  const body = 'x'.repeat(26_000_000);
  const { status } = await fetch(`${t.url}/api/staff/programme/import`, { method: 'POST', headers, body });
  expect([400, 429]).toContain(status);
  return status === 400;
}

test('faults: imports that are sent a byte at a time are cut off; meanwhile those of others run, and then the same member’s', async () => {
  const member = async () => (await signedInMember(t, 'editor')).browser;
  const [slow, other, third] = [await member(), await member(), await member()];
  const cut = Promise.all([slowImport(slow), slowImport(other)]);
  // Until both have their place: a question that comes before could take it.
  await delay(scaled(500));
  for (const browser of [slow, other]) expect(await hasRoom(browser)).toBe(false);

  const source = { kind: 'text', text: 'Title,Date,Start,End\nOpening,2031-06-10,9:00 AM,10:00 AM\n' };
  const body = { source, zone: 'America/New_York', skipBad: false, dryRun: true };
  expect((await third.send('importProgramme', { body })).status).toBe(200);

  await cut;
  for (const browser of [slow, other]) await expect.poll(() => hasRoom(browser)).toBe(true);
});

/** Sends a body in so many parts, each after a pause. @returns the status of the answer, and whether all was sent before the connection was closed */
async function sendInParts(start: string, body: string, parts: number, pause: number): Promise<[string, boolean]> {
  const client = open(start).setEncoding('latin1');
  let answer = '';
  client.on('data', (text: string) => {
    answer += text;
  });
  const end = closed(client);
  const size = Math.ceil(body.length / parts);
  let sent = 0;
  for (; sent < body.length && !client.destroyed; sent += size) {
    await delay(pause);
    client.write(body.slice(sent, sent + size));
  }
  await end;
  return [answer.slice(9, 12), sent >= body.length];
}

test('faults: a large body has the longer to arrive the longer it is; any other, and one that never ends, is cut off (decision 024)', async () => {
  const { browser } = await signedInMember(t, 'editor');
  const content = { content: 'x'.repeat(3_000_000), place: 'logo', entryId: '', name: 'x.png', alt: 'x' };
  const [picture, text] = [JSON.stringify(content), JSON.stringify({ markdown: 'x'.repeat(10_000) })];
  const upload = headersOf(browser, 'programme/pictures', picture.length);
  const preview = headersOf(browser, 'programme/preview', text.length);
  // It stays open after the answer.
  const stranger = { ...browser, cookies: new Map() };
  const refused = headersOf(stranger, 'programme/pictures', picture.length).replace('connection: close', 'x: x');
  const pause = TIMEOUTS.request / 8;
  expect(
    await Promise.all([
      // Longer than others have. It was read: it is no picture.
      sendInParts(upload, picture, 12, pause),
      sendInParts(preview, text, 40, pause),
      sendInParts(refused, picture, 40, pause),
      // 100 kB have little more than others.
      sendInParts(headersOf(browser, 'programme/pictures', 100_000), ' '.repeat(100), 100, pause),
    ]),
  ).toEqual([
    ['400', true],
    ['408', false],
    ['401', false],
    ['408', false],
  ]);
});
