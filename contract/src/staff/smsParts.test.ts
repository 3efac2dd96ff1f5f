import { expect, test } from 'vitest';
import { smsParts } from './smsParts.ts';

test('SMS parts: 160 characters of the alphabet are one part, a longer text has parts of 153', () => {
  expect([0, 1, 160, 161, 306, 307, 459].map((length) => smsParts('a'.repeat(length)))).toEqual([1, 1, 1, 2, 2, 3, 3]);
});

test('SMS parts: characters of the extension take two places, and are not split between parts', () => {
  expect(smsParts('€'.repeat(80))).toBe(1);
  expect(smsParts('€'.repeat(81))).toBe(2);
  // 152 places, then one that does not fit into the last place of the part.
  expect(smsParts(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2);
  expect(smsParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3);
});

test('SMS parts: one other character makes all parts shorter', () => {
  expect(smsParts(`${'a'.repeat(69)}ж`)).toBe(1);
  expect(smsParts(`${'a'.repeat(70)}ж`)).toBe(2);
  expect(smsParts(`${'a'.repeat(133)}ж`)).toBe(2);
  expect(smsParts(`${'a'.repeat(134)}ж`)).toBe(3);
  // A typographic apostrophe is enough, as phones and word processors write it.
  expect(smsParts(`It’s ${'a'.repeat(66)}`)).toBe(2);
});

test('SMS parts: an emoji takes two places, and is not split between parts', () => {
  expect(smsParts('😀'.repeat(35))).toBe(1);
  expect(smsParts('😀'.repeat(36))).toBe(2);
  expect(smsParts('😀'.repeat(66))).toBe(2);
  expect(smsParts('😀'.repeat(67))).toBe(3);
});
