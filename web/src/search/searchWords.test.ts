import { describe, expect, test } from 'vitest';
import { fold, readQuery, wordsOf } from './searchWords.ts';

const terms = (text: string) => wordsOf(text).map(({ term }) => term);

test.each([
  ['ZÜRICH', 'zurich'],
  ['Zu\u0308rich', 'zurich'],
  ['Straße', 'strasse'],
  ['Łukasz', 'lukasz'],
  ['Bjørn Ærøskøbing', 'bjorn aeroskobing'],
  ['Đorđe', 'dorde'],
  ['İstanbul Isparta', 'istanbul isparta'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['ﬁnance Ⅳ', 'finance iv'],
  ['עִבְרִית', 'עברית'],
])('fold: %s is %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

describe('wordsOf', () => {
  test.each([
    ['Federal Market Outlook', ['federal', 'market', 'outlook']],
    ['Привет, мир', ['привет', 'мир']],
    ['8(a) set-asides', ['8', 'a', '8a', 'set', 'asides', 'setasides']],
    ["O'Brien: Wi-Fi", ['o', 'brien', 'obrien', 'wi', 'fi', 'wifi']],
    ['Nick DiPatri', ['nick', 'dipatri', 'patri']],
    ['c3Power', ['c3power', '3', 'power']],
    ['東京の', ['東京の', '京の', 'の']],
    ['https://a.example/b/c/d', ['https', 'a', 'example', 'b', 'c', 'd']],
    [' … — \u0301 ', []],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  test('each word knows its place in the text, whatever its folding is long', () => {
    const text = 'Große Zu\u0308rich DiPatri 東京';
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Große',
      'Zu\u0308rich',
      'DiPatri',
      'Patri',
      '東京',
      '京',
    ]);
  });
});

test('readQuery: as typed, and with each two neighbours as one word', () => {
  expect(readQuery('Wi-Fi here')).toEqual([
    ['wi', 'fi', 'here'],
    ['wifi', 'here'],
    ['wi', 'fihere'],
  ]);
  expect(readQuery('  Ada ')).toEqual([['ada']]);
  expect(readQuery(' … ')).toEqual([[]]);
  // A text that was pasted by mistake is searched for as fast as a long question.
  expect(readQuery('word '.repeat(800))).toHaveLength(12);
});
