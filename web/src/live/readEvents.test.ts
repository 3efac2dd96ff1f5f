import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './readEvents.ts';

function eventsOf(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const read = readEvents((event) => events.push(event));
  for (const piece of pieces) read(piece);
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
  test(`events: with lines that end with ${name}, the pieces may be of any size`, () => {
    // A carriage return at the very end waits for what follows it.
    const stream = `${STREAM.replaceAll('\n', end)}:`;
    for (let size = 1; size <= stream.length; size += 1) {
      const pieces = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(eventsOf(...pieces), `pieces of ${size}`).toEqual(EVENTS);
    }
  });
}

test('events: without a type they are messages, and the space after the colon is optional', () => {
  expect(eventsOf('data:one\n\ndata:  two\n\ndata\n\n')).toEqual([
    { event: 'message', data: 'one' },
    { event: 'message', data: ' two' },
    { event: 'message', data: '' },
  ]);
});

test('events: comments, other fields, an event without data and an unfinished one cause nothing', () => {
  expect(eventsOf(': a comment\n\nretry: 10\nid: 1\nother: 2\n\nevent: stage\n\ndata: unfinished\n')).toEqual([]);
});

test('events: a type counts for one event only', () => {
  expect(eventsOf('event: stage\n\ndata: 1\n\n')).toEqual([{ event: 'message', data: '1' }]);
});
