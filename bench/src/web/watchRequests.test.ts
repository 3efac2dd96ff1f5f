import { expect, test } from 'vitest';
import { countRoundTrips, type TimedRequest } from './watchRequests.ts';

const request = (url: string, kind: string, started: number, ended: number): TimedRequest => ({
  url,
  kind,
  started,
  ended,
  isFailed: false,
  bytes: 0,
  allBytes: 0,
});
const page = request('/agenda', 'Document', 0, 1);
const app = request('/assets/index.js', 'Script', 1, 2);

test('round trips: requests at the same time count once', () => {
  const list = request('/api/public/content', 'Fetch', 1, 2.5);
  expect(countRoundTrips([page, app, list], '/content', 3)).toBe(2);
});

test('round trips: a list that waits for the app is a third', () => {
  const list = request('/api/public/content', 'Fetch', 2, 3);
  const other = request('/api/public/questions', 'Fetch', 3, 4);
  expect(countRoundTrips([page, app, list, other], '/content', 5)).toBe(3);
});

test('round trips: what ended after the screen was usable does not count', () => {
  expect(countRoundTrips([page, app], undefined, 1.5)).toBe(1);
});
