import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerTest, startServerTest } from '../../../testkit/src/serverTest.ts';

const EACH = 30;
const UNREAD = 4;
const ANSWERS = 400;
const SLOW_HEADERS = 'GET /api/public/content HTTP/1.1\r\nhost: x\r\nx-slow: ';
const SLOW_BODY =
  'POST /api/public/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n';

let t: ServerTest;
const clients: Socket[] = [];
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await t.stop();
});

function open(start: string): Socket {
  const { hostname, port } = new URL(t.url);
  const client = connect(Number(port), hostname);
  // To be cut off is what it is there for.
  client.on('error', () => {});
  client.write(start);
  clients.push(client);
  return client;
}

const closed = (client: Socket) => new Promise((resolve) => client.once('close', resolve));

/** Sends a byte a second, so that the connection is never quiet, until it is cut off. */
async function trickle(start: string, byte: string): Promise<void> {
  const client = open(start).resume();
  const timer = setInterval(() => client.write(byte), 1000);
  await closed(client);
  clearInterval(timer);
}

/** Asks for more than the system holds for a connection, and reads nothing. @returns what reads at last */
function neverRead(): () => Promise<number> {
  const client = open('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(ANSWERS)).pause();
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

test('who sends headers or a body byte by byte, or never reads an answer, is cut off, and all others are served (decisions, Running it)', async () => {
  const { access_token: token } = await t.register();
  const unread = Array.from({ length: UNREAD }, neverRead);
  let allCut = false;
  const cut = Promise.all([
    ...Array.from({ length: EACH }, () => trickle(SLOW_HEADERS, 'a')),
    ...Array.from({ length: EACH }, () => trickle(SLOW_BODY, ' ')),
    // Node looks twice, 15 s each, whether a connection that does not take its answer is quiet.
    delay(33_000),
  ]).then(() => {
    allCut = true;
  });

  let served = 0;
  for (; !allCut; served++) {
    expect((await t.send('getContent', { token })).status).toBe(200);
    expect((await fetch(`${t.url}/health/ready`)).status).toBe(200);
    await delay(10);
  }
  await cut;
  expect(served).toBeGreaterThan(100);
  // Their connection had ended before they began to read: what the system still held is all that comes.
  for (const answers of await Promise.all(unread.map((read) => read()))) expect(answers).toBeLessThan(ANSWERS);
}, 90_000);
