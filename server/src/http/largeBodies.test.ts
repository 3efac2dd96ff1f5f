import { EventEmitter } from 'node:events';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as requestOf,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { importProgramme } from '@companion/contract/staff/programmeImport';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { scaled } from '@companion/testkit/timeScale';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LargeBodies } from './largeBodies.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST = importProgramme.maxBodyBytes ?? 0;
const LATER = { 'retry-after': '2' };
const MANY = { status: 429, headers: LATER, body: expect.stringContaining('Your other uploads are still under way.') };
const FULL = { status: 503, headers: LATER, body: expect.stringContaining('We cannot answer right now.') };

let t: ServerTest;
const members: StaffBrowser[] = [];
beforeAll(async () => {
  t = await startServerTest();
  for (const role of ['editor', 'editor', 'owner'] as const) members.push((await signedInMember(t, role)).browser);
});
afterAll(() => t.stop());

interface Upload {
  sent: ClientRequest;
  /** Rejected if the connection ends before. */
  answer: Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>;
}

/** Begins an import, of which only the headers are sent. */
function begin({ cookies }: StaffBrowser, headers: OutgoingHttpHeaders): Upload {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const sent = requestOf(`${t.url}/api/staff/programme/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: t.url, cookie, ...headers },
  });
  const answer = new Promise<Awaited<Upload['answer']>>((resolve, reject) => {
    sent.once('error', reject).once('response', async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await text(response) });
    });
  });
  answer.catch(() => {});
  sent.flushHeaders();
  return { sent, answer };
}
const ofLength = (member: StaffBrowser, bytes: number) => begin(member, { 'content-length': bytes });
/** Whether the server takes an import of this length: it is then cut off. */
async function isTaken(member: StaffBrowser, bytes: number): Promise<boolean> {
  const { sent, answer } = ofLength(member, bytes);
  sent.end('x'.repeat(bytes));
  return (await answer).status === 400;
}

test('large bodies: beyond what one member, and all together, may have under way the answer is to try again, and what ends makes room', async () => {
  const [first, second, third] = members as [StaffBrowser, StaffBrowser, StaffBrowser];
  const slow = ofLength(first, LONGEST);
  // Until it has its place: a question that comes before could take it.
  await delay(scaled(300));
  expect((await ofLength(first, LONGEST).answer).status).toBe(429);
  expect(await ofLength(first, 6 * MEGABYTE).answer).toMatchObject(MANY);
  const other = ofLength(second, LONGEST);
  await delay(scaled(300));
  expect((await ofLength(second, LONGEST).answer).status).toBe(429);
  expect(await ofLength(third, LONGEST).answer).toMatchObject(FULL);
  // A small one has room, and so has a picture.
  expect(await isTaken(third, MEGABYTE)).toBe(true);

  slow.sent.destroy();
  await expect.poll(() => isTaken(third, 20 * MEGABYTE)).toBe(true);
  other.sent.destroy();
  await expect.poll(() => isTaken(second, 20 * MEGABYTE)).toBe(true);
});

test('large bodies: one that is refused, or does not say how long it is, takes its place only until its answer', async () => {
  const [member] = members as [StaffBrowser];
  for (let number = 0; number < 5; number++) {
    const { sent, answer } = begin(member, { 'transfer-encoding': 'chunked' });
    sent.end('no JSON');
    expect((await answer).status).toBe(400);
    expect((await ofLength(member, LONGEST + 1).answer).status).toBe(413);
  }
});

test('large bodies: what a body has brought takes its place until the work on it ends, also when its client has left', async () => {
  const bodies = new LargeBodies({ total: 10, ofSender: 10 });
  const [socket, response] = [Object.assign(new EventEmitter(), { destroyed: false }), new EventEmitter()];
  // What LargeBodies knows of requests and answers.
  const [request, reply] = [{ headers: { 'content-length': '6' }, raw: { socket } }, { raw: response }] as unknown as [
    FastifyRequest,
    FastifyReply,
  ];
  const ended = Promise.withResolvers<string>();
  bodies.hold(request, reply, 'one', 10);
  const done = bodies.during(request, () => ended.promise);
  response.emit('close');
  socket.emit('close');
  expect(() => bodies.hold({ ...request }, reply, 'other', 10)).toThrow('We cannot answer right now.');

  ended.resolve('done');
  expect(await done).toBe('done');
  bodies.hold({ ...request }, reply, 'other', 10);
});
