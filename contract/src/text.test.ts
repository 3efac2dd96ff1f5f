import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isolated } from './isolated.ts';
import { boundedText, optionalText, requiredText } from './text.ts';

const kinds = {
  required: requiredText('Required', 10),
  optional: optionalText(10),
  bounded: boundedText('Required', 2, 10),
};

test.each(Object.entries(kinds))('%s text: control characters are dropped, line breaks and tabs stay', (_, text) => {
  expect(text.parse('\u0001 a\u0007\tb\r\nc\u007f\u0085\u001b ')).toBe('a\tb\r\nc');
  expect(text.parse('Größe 😀')).toBe('Größe 😀');
  // The limit applies to the stored text.
  expect(text.parse(`${'\u0001'.repeat(50)}abcdefghij`)).toBe('abcdefghij');
  expect(z.safeParse(text, 'abcdefghijk').success).toBe(false);
});

const SHOW_NOTHING = [
  ...[
    '\u0001 \u0002',
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f\u1160',
    '\u180e',
    '\u200b',
    '\u200d',
    '\u200e \u200f',
  ],
  ...[
    '\u202e',
    '\u2060',
    '\u2066\u2069',
    '\u2800',
    '\u3000',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\u{e0020}',
    '\u{1d173}',
  ],
];

test.each(SHOW_NOTHING)('text: %j shows nothing, so it is empty', (blank) => {
  for (const text of [blank, ` ${blank}\n`, blank.repeat(40)]) {
    for (const kind of [kinds.required, kinds.bounded]) {
      expect(z.safeParse(kind, text).error?.issues[0]?.message).toBe('Required');
    }
    expect(kinds.optional.parse(text)).toBe('');
  }
});

test('text: what shows nothing by itself stays inside of other text, where it has a meaning', () => {
  for (const text of ['👩🏽‍🚀', '❤️', 'می\u200cخواهم', '\u200fשלום!\u200f', 'a\u00adb']) {
    expect(kinds.required.parse(text)).toBe(text);
  }
});

test.each([
  ['ab', 'ab'],
  ['Größe 😀', 'Größe 😀'],
  ['Ada \u200e', 'Ada \u200e'],
])('isolated: %j, which runs from left to right, stays as it is', (text, expected) => {
  // Marks that a text ends in are its own.
  expect(isolated(text)).toBe(expected);
});

test.each(['שלום', 'أحمد', 'a \u202eb', 'a\u200f', '\u2067x\u2069', '\u{1e900}'])(
  'isolated: %j cannot change the order of the sentence around it',
  (text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  },
);

test('isolated: what a text leaves open or closes too much ends with it', () => {
  expect(isolated('a\u202e\u2067b')).toBe('\u2068a\u202e\u2067b\u2069\u2069');
  expect(isolated('a\u2069\u2069b\u05d0')).toBe('\u2068ab\u05d0\u2069');
});
