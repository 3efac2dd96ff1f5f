import { expect, test } from 'vitest';
import { figureTable, median, spread } from './figures.ts';
import { testVisit } from './testVisit.ts';

test('figures: the median of an even number of values is between the two in the middle', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([40, 10, 30, 20])).toBe(25);
  expect(median([])).toBeNaN();
});

test('figures: a table has medians, the range of the largest paint, and ratios to the floor', () => {
  const floor = { name: 'floor', visits: [500, 1000, 1100].map((largestPaint) => testVisit({ largestPaint })) };
  const page = { name: '/agenda', visits: [testVisit({ largestPaint: 1500, usable: 1800, scriptBytes: 2048 })] };
  const [heads = '', , line = ''] = figureTable([page], floor).split('\n');
  const cells = (row: string) => row.split('|').map((cell) => cell.trim());
  const figures = Object.fromEntries(cells(heads).map((head, column) => [head, cells(line)[column]]));

  expect(figures).toMatchObject({ page: '/agenda', 'JS (KiB)': '2.0', 'LCP min-max': '1500-1500' });
  expect(figures).toMatchObject({ 'LCP/floor': '1.50', 'usable/floor': '1.80' });
  expect(spread(floor)).toBe(0.6);
});
