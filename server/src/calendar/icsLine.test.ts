import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { icsInstant, icsLine, icsText } from './icsLine.ts';

/** The value that a parser reads from the line. */
const readBack = (line: string) =>
  new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${line}END:VCALENDAR\r\n`)).getFirstPropertyValue();

test('a line is 75 octets at most, whatever character the fold meets, and reads back whole', () => {
  for (const character of ['a', 'é', '語', '🪶', '👩🏽‍🚀']) {
    for (let shift = 0; shift < 12; shift++) {
      const title = 'x'.repeat(60 + shift) + character.repeat(60);
      const line = icsLine('SUMMARY', icsText(title));
      const lines = line.split('\r\n');

      expect(lines.pop()).toBe('');
      expect(lines.length).toBeGreaterThan(1);
      expect(Math.max(...lines.map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(75);
      // A character that was cut would not come back from its bytes.
      expect(Buffer.from(line).toString()).toBe(line);
      expect(lines.slice(1).every((part) => part.startsWith(' '))).toBe(true);
      expect(readBack(line)).toBe(title);
    }
  }
});

test('a line of exactly 75 octets is not folded, one of 76 is', () => {
  expect(icsLine('X-A', 'b'.repeat(71))).toBe(`X-A:${'b'.repeat(71)}\r\n`);
  expect(icsLine('X-A', 'b'.repeat(72))).toBe(`X-A:${'b'.repeat(71)}\r\n b\r\n`);
});

test('a text reads back as it was, whatever is in it', () => {
  for (const text of ['a, b; c', 'C:\\new', 'one\ntwo', '\\n, \\; \\,', 'END:VEVENT\nBEGIN:VEVENT', '"q": ^n', '']) {
    expect(readBack(icsLine('SUMMARY', icsText(text)))).toBe(text);
  }
});

test('a text has no line break of its own, no control character and no half of a character', () => {
  expect(icsText('a\r\nb\rc\u2028d\u2029e\vf\fg\u0085h')).toBe('a\\nb\\nc\\nd\\ne\\nf\\ng\\nh');
  expect(icsText('a\0b\x07c\x1bd\x7fe\tf')).toBe('abcde\tf');
  expect(icsText('a\uD83Db')).toBe('a\uFFFDb');
});

test('an instant is in UTC, to the second', () => {
  expect(icsInstant(Date.parse('2026-11-20T14:05:09.321Z'))).toBe('20261120T140509Z');
});
