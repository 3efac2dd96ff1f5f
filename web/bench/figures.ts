import type { Visit } from './measureVisit.ts';

/** The figures of a visit in the order of the tables, with their units. */
export const FIGURES: { key: keyof Visit; name: string; unit: 'KiB' | 'ms' | '' }[] = [
  { key: 'scriptBytes', name: 'JS', unit: 'KiB' },
  { key: 'styleBytes', name: 'CSS', unit: 'KiB' },
  { key: 'fontBytes', name: 'fonts', unit: 'KiB' },
  { key: 'imageBytes', name: 'images', unit: 'KiB' },
  { key: 'allBytes', name: 'all bytes', unit: 'KiB' },
  { key: 'requests', name: 'requests', unit: '' },
  { key: 'roundTrips', name: 'round trips', unit: '' },
  { key: 'firstPaint', name: 'FCP', unit: 'ms' },
  { key: 'largestPaint', name: 'LCP', unit: 'ms' },
  { key: 'usable', name: 'usable', unit: 'ms' },
  { key: 'blocked', name: 'TBT', unit: 'ms' },
  { key: 'interaction', name: 'INP', unit: 'ms' },
  { key: 'layoutShift', name: 'CLS', unit: '' },
];

/** The median of each figure. */
export function medianVisit(visits: readonly Visit[]): Visit {
  const middle = (key: keyof Visit) =>
    visits.map((visit) => visit[key]).sort((one, other) => one - other)[visits.length >> 1] ?? Number.NaN;
  // Object.fromEntries loses the key type: FIGURES has every key.
  return Object.fromEntries(FIGURES.map(({ key }) => [key, middle(key)])) as unknown as Visit;
}

/** A table in Markdown: one line for each page, with its largest paint and usable time as ratios to the floor's paint. */
export function table(rows: { name: string; visit: Visit }[], floor: Visit): string {
  const heads = [
    'page',
    ...FIGURES.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)),
    'LCP/floor',
    'usable/floor',
  ];
  const lines = rows.map(({ name, visit }) => [
    name,
    ...FIGURES.map((figure) => format(figure, visit[figure.key])),
    (visit.largestPaint / floor.largestPaint).toFixed(2),
    (visit.usable / floor.largestPaint).toFixed(2),
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const row = (cells: string[]) => `| ${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(' | ')} |`;
  return [row(heads), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(row)].join('\n');
}

function format({ key, unit }: (typeof FIGURES)[number], value: number): string {
  if (unit === 'KiB') return (value / 1024).toFixed(1);
  return key === 'layoutShift' ? value.toFixed(3) : value.toFixed(0);
}
