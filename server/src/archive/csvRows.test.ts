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

describe('CSV: nor does it run inside of a text, where the language of the spreadsheet separates cells by something else', () => {
  test.each([
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ["a;=cmd|'/C calc'!A0;b", "a;'=cmd|'/C calc'!A0;b"],
    ['a; =1', "a; '=1"],
    ['a|@SUM(A1)', "a|'@SUM(A1)"],
    ['a\u2028＝1', "a\u2028'＝1"],
    ['a;-5 +1;', "a;'-5 +1;"],
    ['- one\n- two', "'- one\n'- two"],
    // Doubled, a quotation mark is an empty cell that goes on.
    ['a;"=1', 'a;"\'=1'],
    ['a\n""=1', 'a\n""\'=1'],
    ['a\t " @A1', 'a\t " \'@A1'],
  ])('%j', (cell, written) => {
    expect(parse(csvRows([['x', cell, 'y']]))).toEqual([['x', written, 'y']]);
    // As such a spreadsheet reads it: quotes count at the start of a line only.
    for (const separator of [';', '\t', '|']) {
      const cells = csvRows([['x', cell, 'y']]).split(new RegExp(`[\r\n\u2028${separator}]`));
      expect(cells.filter((each) => /^[\s"]*[=+\-@＝]/.test(each))).toEqual([]);
    }
  });

  test.each(['a;b', '1; -3; 4', 'a\n-3.5\n', 'a;+12025550143;b', 'a; b = c', 'a-b'])('%j stays as it is', (cell) => {
    expect(parse(csvRows([[cell, 'next']]))).toEqual([[cell, 'next']]);
  });
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
    `-1,0,yes,no,,"1; 3","Red; '=Blue",'=Red\r\n`,
  );
});
