import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { scaled } from '@companion/testkit/timeScale';
import { expect, test } from 'vitest';
import { diffLists } from './diffLists.ts';
import { diffTexts, shortened, type TextPart } from './diffTexts.ts';

const shown = (parts: TextPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'removed' ? '-' : '+'}[${text}]`)).join('');
const sideOf = (parts: TextPart[], other: TextPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');

test.each([
  ['a word', 'Doors open at nine.', 'Doors open at eight.', 'Doors open at -[nine]+[eight].'],
  ['words next to each other', 'Meet us in the hall.', 'Meet us at a bar.', 'Meet us -[in the hall]+[at a bar].'],
  ['a sentence is added', 'Welcome.', 'Welcome. Sit down.', 'Welcome.+[ Sit down.]'],
  ['a line is removed', 'One\nTwo\nThree\n', 'One\nThree\n', 'One\n-[Two\n]Three\n'],
  ['another text', 'Lunch is at noon.', 'See you in Boise', '-[Lunch is at noon.]+[See you in Boise]'],
  ['nothing before', '', 'New', '+[New]'],
  ['nothing after', 'Old', '', '-[Old]'],
  ['nothing', 'Same\n', 'Same\n', 'Same\n'],
  ['letters outside ASCII', 'Straße 5', 'Straße 6', 'Straße -[5]+[6]'],
])('diff of texts: %s', (_, from, to, expected) => {
  expect(shown(diffTexts(from, to))).toBe(expected);
});

test('diff of texts: what stayed far from a change is left out', () => {
  const far = 'word '.repeat(100);
  const parts = shortened(diffTexts(`${far}one ${far}two ${far}`, `${far}1 ${far}2 ${far}`));
  expect(sideOf(parts, 'removed').length).toBeLessThan(500);
  expect(shown(parts)).toMatch(/^… word.*-\[one\]\+\[1\] word .*word … word.*-\[two\]\+\[2\] word.*…$/);
});

test('diff of texts: both texts can be read from it, whatever they are', () => {
  const random = repeatableRandom(7);
  const text = () =>
    Array.from({ length: random('length') * 60 }, () => 'ab \n.é'[Math.floor(random('letter') * 6)]).join('');
  for (let round = 0; round < 200; round++) {
    const [from, to] = [text(), text()];
    const parts = diffTexts(from, to);
    expect([sideOf(parts, 'added'), sideOf(parts, 'removed')]).toEqual([from, to]);
  }
});

test('diff of lists: as few changes as possible', () => {
  const runs = diffLists([...'abcabba'], [...'cbabac']);
  expect(runs.reduce((sum, { kind, items }) => sum + (kind === 'same' ? 0 : items.length), 0)).toBe(5);
});

test('diff of texts: two long ones without a word in common are compared within a second', () => {
  const [from, to] = ['a', 'b'].map((letter) => Array.from({ length: 9000 }, (_, index) => `${letter}${index}`));
  const began = performance.now();
  expect(diffTexts(from?.join(' ') ?? '', to?.join(' ') ?? '')).toHaveLength(2);
  expect(performance.now() - began).toBeLessThan(scaled(1000));
});
