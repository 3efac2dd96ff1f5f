import { expect, test } from 'vitest';
import { lineOf, textOf } from './coerce.ts';

test.each(['\u200b', '\u2060', '\u00ad', '\u3164', '\u200e \u200f', '\u202e', '\u0000', '\u0000\u200b'])(
  'a text of a schedule that shows nothing is missing: %j',
  (blank) => {
    expect([textOf(blank), lineOf(` ${blank}\n`), textOf({ en: blank, de: 'Titel' })]).toEqual([
      undefined,
      undefined,
      'Titel',
    ]);
  },
);

test('coerce: a text that is nested without end is missing', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}"a"${']'.repeat(depth)}`);

  expect([textOf(nested(3)), textOf(nested(100_000)), lineOf({ '#text': nested(100_000) })]).toEqual([
    'a',
    undefined,
    undefined,
  ]);
});
