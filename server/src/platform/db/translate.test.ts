import { expect, test } from 'vitest';
import { translate } from './translate.ts';

test('translate: replaces characters by those at the same place, and drops those that have none, as PostgreSQL does', () => {
  expect(translate('CAFÉ ÖL ÉÖ', 'ÉÖ', 'éö')).toBe('CAFé öL éö');
  expect(translate('a^b-c]d\\e', '^-]\\', '1234')).toBe('a1b2c3d4e');
  expect(translate('𐐀 A', '𐐀', '𐐨')).toBe('𐐨 A');
  expect(translate('abc', 'ab', 'x')).toBe('xc');
  expect(translate('abc', '', '')).toBe('abc');
  expect(translate(null, 'a', 'b')).toBeNull();
});
