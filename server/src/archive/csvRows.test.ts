import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvRows } from './csvRows.ts';

describe('CSV: a cell that a spreadsheet would run as a formula becomes text', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("http://example.com","Prize")',
    '+1+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1+1',
    '＝1+1',
    '+',
    '-',
    '-1-1',
    '+1 (202) 555-0143',
  ])('%j', (cell) => {
    expect(parse(csvRows([[cell, 'next']]))).toEqual([[`'${cell}`, 'next']]);
  });

  test.each(['+12025550143', '-5', '-3.25', '-3,25', 'a=b', '8(a)', "'quoted", '(202) 555-0143', '1 - 2', ''])(
    '%j is none and stays as it is',
    (cell) => {
      expect(parse(csvRows([[cell, 'next']]))).toEqual([[cell, 'next']]);
    },
  );
});

test('CSV: cells keep quotes, separators, line ends and all characters; rows end in CR LF', () => {
  const cells = ['a "b"', 'c,d;e', 'f\ng', 'h\r\ni', 'j\rk', '👩🏽‍🚀 é 日本', '\u2028', 'x'.repeat(40_000)];

  expect(parse(csvRows([cells, cells]), { record_delimiter: '\r\n' })).toEqual([cells, cells]);
  expect(csvRows([['a'], ['b']])).toBe('a\r\nb\r\n');
});

test.each(['a;b', 'a\tb', 'a|b', 'a "b"', 'a,b', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0085b', ' a', 'a ', 'a\u00a0'])(
  'CSV: %j is quoted, because a spreadsheet could split or trim it',
  (cell) => {
    expect(csvRows([['x', cell, 'y']])).toBe(`x,"${cell.replaceAll('"', '""')}",y\r\n`);
  },
);

test('CSV: numbers, flags, lists and empty cells', () => {
  expect(csvRows([[-1, 0, true, false, null, [1, 3], ['Red', '=Blue'], ['=Red']]])).toBe(
    `-1,0,yes,no,,"1; 3","Red; =Blue",'=Red\r\n`,
  );
});
