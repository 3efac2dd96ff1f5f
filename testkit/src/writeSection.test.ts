import { expect, test } from 'vitest';
import { replaceSection } from './writeSection.ts';

test('writeSection: replaces what is between the marks, and only that', () => {
  const document = 'a\n<!-- one: begin -->\nold\n<!-- one: end -->\nb\n<!-- two: begin -->\nkept\n<!-- two: end -->\n';
  expect(replaceSection(document, 'one', 'new')).toBe(document.replace('\nold\n', '\n\nnew\n\n'));
  expect(() => replaceSection(document, 'three', 'new')).toThrow('<!-- three: begin -->');
});
