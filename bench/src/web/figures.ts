import { markdownTable } from '@companion/testkit/markdownTable';
import type { Visit } from './measureVisit.ts';

/** The figures of a visit in the order of the tables, with their units. */
const FIGURES: { key: keyof Visit; name: string; unit: 'KiB' | 'ms' | '' }[] = [
  { key: 'scriptBytes', name: 'JS', unit: 'KiB' },
  { key: 'styleBytes', name: 'CSS', unit: 'KiB' },
  { key: 'fontBytes', name: 'fonts', unit: 'KiB' },
  { key: 'imageBytes', name: 'images', unit: 'KiB' },
  { key: 'allBytes', name: 'all', unit: 'KiB' },
  { key: 'requests', name: 'requests', unit: '' },
  { key: 'roundTrips', name: 'round trips', unit: '' },
  { key: 'firstPaint', name: 'FCP', unit: 'ms' },
  { key: 'largestPaint', name: 'LCP', unit: 'ms' },
  { key: 'usable', name: 'usable', unit: 'ms' },
  { key: 'blocked', name: 'TBT', unit: 'ms' },
  { key: 'interaction', name: 'INP', unit: 'ms' },
  { key: 'layoutShift', name: 'CLS', unit: '' },
];

/** The visits to one page. */
export interface Row {
  name: string;
  visits: readonly Visit[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

export const medianOf = ({ visits }: Row, key: keyof Visit): number => median(visits.map((visit) => visit[key]));

/** How far the largest paints of a page are apart, as a part of their median. */
export function spread(row: Row): number {
  const paints = row.visits.map(({ largestPaint }) => largestPaint);
  return (Math.max(...paints) - Math.min(...paints)) / median(paints);
}

/** A table of medians: one line for each page, with its largest paint and usable time as ratios to the floor's paint. */
export function figureTable(rows: readonly Row[], floor: Row): string {
  const floorPaint = medianOf(floor, 'largestPaint');
  const ratio = (row: Row, key: keyof Visit) => (medianOf(row, key) / floorPaint).toFixed(2);
  const heads = FIGURES.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
  return markdownTable(
    ['page', ...heads, 'LCP min-max', 'LCP/floor', 'usable/floor'],
    rows.map((row) => {
      const paints = row.visits.map(({ largestPaint }) => Math.round(largestPaint));
      const values = FIGURES.map((figure) => format(figure, medianOf(row, figure.key)));
      const range = `${Math.min(...paints)}-${Math.max(...paints)}`;
      return [row.name, ...values, range, ratio(row, 'largestPaint'), ratio(row, 'usable')];
    }),
  );
}

function format({ key, unit }: (typeof FIGURES)[number], value: number): string {
  if (unit === 'KiB') return (value / 1024).toFixed(1);
  return key === 'layoutShift' ? value.toFixed(3) : value.toFixed(0);
}
