import { expect, test } from 'vitest';
import { excerptOf, markedParts } from './markedParts.ts';

const whole = (...terms: string[]) => new Map(terms.map((term) => [term, Number.POSITIVE_INFINITY]));
/** The text with brackets around what is marked. */
const marked = (...given: Parameters<typeof markedParts>) =>
  markedParts(...given)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

test.each([
  ['whole words', 'Kubernetes, and more kubernetes', whole('kubernetes'), '[Kubernetes], and more [kubernetes]'],
  ['with its accents', 'In Zu\u0308rich', whole('zurich'), 'In [Zu\u0308rich]'],
  ['what is written together once', 'The 8(a) Program', whole('8', 'a', '8a'), 'The [8(a]) Program'],
  ['a part of a word', 'Nick DiPatri', whole('patri'), 'Nick Di[Patri]'],
  [
    'the letters that were typed, in a script without spaces',
    '東京タワーの話',
    new Map([['タワーの話', 2]]),
    '東京[タワ]ーの話',
  ],
  ['nothing', 'Nothing here', whole('absent'), 'Nothing here'],
])('markedParts: %s', (_, text, terms, expected) => {
  expect(marked(text, terms)).toBe(expected);
});

test('excerptOf: the words around the first match, cut between words', () => {
  const text = `${'before '.repeat(30)}the match itself ${'after '.repeat(60)}`.trim();
  const excerpt = excerptOf(text, whole('match'));
  expect(excerpt).toMatch(/^…(before )+the match itself (after ?)+…$/);
  expect(excerpt.length).toBeLessThan(150);
});

test('excerptOf: from its beginning if the match is not far behind, also with a long first word', () => {
  const about = 'Certified public accountants for government contractors.';
  expect(excerptOf(about, whole('contractors'))).toBe(about);
});

test('excerptOf: a short text as it is, a long one without spaces anywhere', () => {
  expect(excerptOf('A short match.', whole('match'))).toBe('A short match.');
  const excerpt = excerptOf(`${'あ'.repeat(100)}東京${'い'.repeat(300)}`, new Map([[`東京${'い'.repeat(10)}`, 2]]));
  expect(excerpt).toMatch(/^…あ{40}東京い+…$/);
});
