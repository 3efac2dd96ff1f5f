import { describe, expect, test } from 'vitest';
import { formatPhoneEdit } from './formatPhoneEdit.ts';

/** Edits a text in which `|` marks the caret. */
function edit(drawn: string, isDeletion = false): string {
  const caret = drawn.indexOf('|');
  const result = formatPhoneEdit({ text: drawn.replace('|', ''), caret }, isDeletion);
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
}

const type = (text: string, keys: string) =>
  [...keys].reduce((drawn, key) => edit(drawn.replace('|', `${key}|`)), `${text}|`);

const backspace = (drawn: string) => edit(drawn.replace(/.\|/, '|'), true);

describe('formatPhoneEdit', () => {
  test('formats digit by digit', () => {
    expect(type('', '202')).toBe('(202)|');
    expect(type('', '2025550143')).toBe('(202) 555-0143|');
  });

  test('formats pasted and autofilled text', () => {
    expect(edit('2025550143|')).toBe('(202) 555-0143|');
    expect(edit('+12025550143|')).toBe('+1 202 555 0143|');
  });

  test('loses no digit of a pasted number, wherever its + stands', () => {
    for (const pasted of ['  +1 (202) 555 0143 ', '\u00a0+1 202 555 0143', '(+1) 202-555-0143', '++12025550143']) {
      expect(edit(`${pasted}|`)).toBe('+1 202 555 0143|');
    }
    expect(edit('＋1 202-555-0143|')).toBe('1 (202) 555-0143|');
  });

  test('a country code typed before a number keeps the number', () => {
    expect(edit('+|(202) 555-0143')).toBe('+|2025550143');
    expect(edit('+1|2025550143')).toBe('+1| 202 555 0143');
  });

  test('keeps the caret after a digit inserted in the middle', () => {
    expect(edit('(2072|) 555-014')).toBe('(207) 2|55-5014');
  });

  test('backspace deletes through the formatting from end to start', () => {
    let drawn = '(202) 555-0143|';
    const seen: string[] = [];
    while (drawn !== '|') {
      const shorter = backspace(drawn);
      expect(shorter.length).toBeLessThan(drawn.length);
      seen.push(shorter);
      drawn = shorter;
    }
    expect(seen.slice(-5)).toEqual(['(202)|', '(202|', '20|', '2|', '|']);
  });

  test('a deleted hyphen stays deleted', () => {
    expect(backspace('(202) 555-|0143')).toBe('(202) 555|0143');
  });

  test('an extension stays as it is typed', () => {
    expect(type('(202) 555-0143', ' x12')).toBe('(202) 555-0143x12|');
  });
});
