import { median, medianOf, type Row } from './figures.ts';
import type { Results } from './measureServer.ts';
import type { Visit } from './measureVisit.ts';

/** What was measured of a figure that has a limit. */
interface Measured {
  value: number;
  /** Where, if that is not part of the figure's name. */
  where?: string;
}

interface Target {
  figure: string;
  limit: number;
  unit: 'KiB' | 'x' | 'ms' | '';
  measure(results: Results): Measured | undefined;
}

const find = (rows: readonly Row[], name: string) => rows.find((row) => row.name === name);

/** A figure of one page. @param unit what it is divided by */
function ofPage(rows: readonly Row[], name: string, key: keyof Visit, unit = 1): Measured | undefined {
  const row = find(rows, name);
  return row && { value: medianOf(row, key) / unit };
}

/** The worst page. */
function ofEveryPage(rows: readonly Row[], key: keyof Visit): Measured | undefined {
  const [worst] = rows
    .map((row) => ({ value: medianOf(row, key), name: row.name }))
    .sort((one, other) => other.value - one.value);
  return worst && { value: worst.value, where: `${worst.name}, the worst of ${rows.length}` };
}

/** The slowest tab. */
function ofEveryTab({ tabs }: Results, key: 'ms' | 'unanswered' | 'scripts'): Measured | undefined {
  const [first = []] = tabs;
  const [worst] = first
    .map(({ path }, tab) => ({ path, value: median(tabs.map((run) => run[tab]?.[key] ?? Number.NaN)) }))
    .sort((one, other) => other.value - one.value);
  return worst && { value: worst.value, where: `${worst.path}, the worst of ${first.length}` };
}

const ofFloor = ({ floor }: Results) => medianOf(floor, 'largestPaint');

const TARGETS: Target[] = [
  ...[
    { page: '/login', limit: 115 },
    { page: '/agenda', limit: 130 },
  ].map(
    ({ page, limit }): Target => ({
      figure: `brotli JS to a usable ${page}`,
      limit,
      unit: 'KiB',
      measure: ({ cold }) => ofPage(cold, page, 'scriptBytes', 1024),
    }),
  ),
  {
    figure: 'LCP of /login, cold',
    limit: 0.7,
    unit: 'x',
    measure: (results) => ofPage(results.cold, '/login', 'largestPaint', ofFloor(results)),
  },
  {
    figure: 'usable /login, cold',
    limit: 1.9,
    unit: 'x',
    measure: (results) => ofPage(results.cold, '/login', 'usable', ofFloor(results)),
  },
  ...['/dashboard', '/agenda'].map(
    (page): Target => ({
      figure: `LCP of ${page}, cold`,
      limit: 2.2,
      unit: 'x',
      measure: (results) => ofPage(results.cold, page, 'largestPaint', ofFloor(results)),
    }),
  ),
  ...['/dashboard', '/agenda'].map(
    (page): Target => ({
      figure: `round trips to the first card of ${page}, cold`,
      limit: 3,
      unit: '',
      measure: ({ cold }) => ofPage(cold, page, 'roundTrips'),
    }),
  ),
  ...(['repeat', 'offline'] as const).map(
    (visit): Target => ({
      figure: `LCP of /agenda, ${visit === 'repeat' ? 'repeat visit' : 'repeat visit without a network'}`,
      limit: 0.9,
      unit: 'x',
      measure: (results) => ofPage(results[visit], '/agenda', 'largestPaint', ofFloor(results)),
    }),
  ),
  { figure: 'tap on a tab to its content', limit: 100, unit: 'ms', measure: (results) => ofEveryTab(results, 'ms') },
  {
    figure: 'requests of a tab that need the network',
    limit: 0,
    unit: '',
    measure: (results) => ofEveryTab(results, 'unanswered'),
  },
  { figure: 'CLS of every route', limit: 0.02, unit: '', measure: ({ cold }) => ofEveryPage(cold, 'layoutShift') },
  { figure: 'TBT of every route', limit: 300, unit: 'ms', measure: ({ cold }) => ofEveryPage(cold, 'blocked') },
];

/** A line for each figure with a limit, as cells: `figure, must, measured, ok or short`. */
export function targetLines(results: Results): string[][] {
  return TARGETS.map(({ figure, limit, unit, measure }) => {
    const measured = measure(results);
    const must = `at most ${unit === 'x' ? `${limit} of the floor` : `${limit} ${unit}`.trim()}`;
    if (!measured) return [figure, must, 'not measured', ''];
    const { value, where } = measured;
    // NaN is not ok either.
    return [figure, must, `${format(value, unit)}${where ? ` (${where})` : ''}`, value <= limit ? 'ok' : 'short'];
  });
}

function format(value: number, unit: Target['unit']): string {
  if (unit === 'x') return value.toFixed(2);
  if (unit === 'ms') return `${value.toFixed(0)} ms`;
  return unit === 'KiB' ? `${value.toFixed(1)} KiB` : String(Number(value.toFixed(3)));
}
