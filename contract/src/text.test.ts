import { expect, test } from 'vitest';
import * as z from 'zod/mini';
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

test('text: only control characters count as empty', () => {
  for (const text of [kinds.required, kinds.bounded]) {
    expect(z.safeParse(text, '\u0001 \u0002').error?.issues[0]?.message).toBe('Required');
  }
});
