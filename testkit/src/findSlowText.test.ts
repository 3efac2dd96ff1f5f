import { expect, test } from 'vitest';
import { findSlowText } from './findSlowText.ts';
import { regularExpressions } from './regularExpressions.ts';

/*
 * Texts of strangers must not stop the server: no regular expression that may see one takes more time than the length
 * of the text explains (decision 028).
 */

test('every regular expression of contract and server takes time in proportion to the text', () => {
  const expressions = regularExpressions();
  const known = new Map(expressions.map((one) => [`/${one.pattern}/${one.flags}`, one]));
  const slow = [...known.values()].flatMap(({ place, pattern, flags }) => {
    // A busy machine makes one look slow now and then, but not twice.
    const found = findSlowText(pattern, flags) && findSlowText(pattern, flags);
    if (!found) return [];
    const { text, milliseconds } = found;
    return `${place} takes ${Math.round(milliseconds)} ms for ${text.length} characters, ${text.slice(0, 60)}…`;
  });

  expect(slow).toEqual([]);
  expect(known.size).toBeGreaterThan(150);
});

test('regularExpressions finds literals, and what `new RegExp` is given, with their places', () => {
  const found = regularExpressions();

  expect(found).toContainEqual({
    place: expect.stringMatching(/^contract\/src\/appAddress\.ts:\d+$/),
    pattern: '\\.\\w+$',
    flags: '',
  });
  // A number of the contract is inserted.
  expect(found).toContainEqual({
    place: expect.stringMatching(/^contract\/src\/session\.ts:\d+$/),
    pattern: '^\\d{99}$',
    flags: '',
  });
});

test.each([
  [/^(a+)+$/],
  [/\s*\n\s*/g],
  [/\d+$/],
  [/<pre>([\s\S]*?)<\/pre>|\s+/g],
  [/<(b|i)>.*?<\/\1>/gs],
  [/url\(\s*["']?(?!\s*["']?#)/i],
  [/<a\s[^<>]*?href=["']?((?:https?:|mailto:)[^"'\s<>]*)["']?[^<>]*>([^<]*)<\/a>/gi],
])('findSlowText: %s is slow for a text that it finds', ({ source, flags }) => {
  expect(findSlowText(source, flags)?.milliseconds).toBeGreaterThan(4);
});
