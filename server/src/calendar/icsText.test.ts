import { expect, test } from 'vitest';
import { icsText } from './icsText.ts';

test('a text has one kind of line break, no control character and no half of a character', () => {
  expect(icsText('a\r\nb\rc\u2028d\u2029e\vf\fg\u0085h\ni')).toBe('a\nb\nc\nd\ne\nf\ng\nh\ni');
  expect(icsText('a\0b\x07c\x1bd\x7fe\tf')).toBe('abcde\tf');
  expect(icsText('a\uD83Db')).toBe('a\uFFFDb');
});
