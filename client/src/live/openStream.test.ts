import { afterEach, expect, test, vi } from 'vitest';
import { openStream } from './openStream.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The events of a stream that arrives in these pieces. One without a type is a message. */
async function eventsOf(...pieces: string[]) {
  const events: { event: string; data: string }[] = [];
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const onEvent = ({ event = 'message', data }: { event?: string | undefined; data: string }) =>
    events.push({ event, data });
  const end = await openStream({ url: '/live', onBytes: () => {}, onEvent }, new AbortController().signal);
  expect(end).toEqual({ kind: 'ended' });
  return events;
}

const STREAM =
  'id: 7\nevent: stage\ndata: null\n\n: heartbeat\n\nevent: results\ndata: {"n":2,\ndata: "counts":[1,1]}\n\n';
const EVENTS = [
  { event: 'stage', data: 'null' },
  { event: 'results', data: '{"n":2,\n"counts":[1,1]}' },
];

for (const [name, end] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const) {
  test(`events: with lines that end with ${name}, the pieces may be of any size`, async () => {
    // A carriage return at the very end waits for what follows it.
    const stream = `${STREAM.replaceAll('\n', end)}:`;
    for (let size = 1; size <= stream.length; size += 1) {
      const pieces = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await eventsOf(...pieces), `pieces of ${size}`).toEqual(EVENTS);
    }
  });
}

test('events: without a type they are messages, and the space after the colon is optional', async () => {
  expect(await eventsOf('data:one\n\ndata:  two\n\ndata\n\n')).toEqual([
    { event: 'message', data: 'one' },
    { event: 'message', data: ' two' },
    { event: 'message', data: '' },
  ]);
});

test('events: comments, other fields, an event without data and an unfinished one cause nothing', async () => {
  expect(await eventsOf(': a comment\n\nretry: 10\nid: 1\nother: 2\n\nevent: stage\n\ndata: unfinished\n')).toEqual([]);
});

test('events: a type counts for one event only', async () => {
  expect(await eventsOf('event: stage\n\ndata: 1\n\n')).toEqual([{ event: 'message', data: '1' }]);
});
