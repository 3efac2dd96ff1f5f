import { markdownTable } from '@companion/testkit/markdownTable';
import type { BenchPage } from './benchPages.ts';
import { median } from './figures.ts';

/** The parts of Lighthouse's report that we read. */
export interface LighthouseReport {
  /** Where the page has led. */
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** A page with the report of each run. */
export interface Audited {
  page: Pick<BenchPage, 'name' | 'visitor'>;
  reports: LighthouseReport[];
}

/** The categories with the score that each must reach: a noisy machine costs performance two points. */
const CATEGORIES = [
  { id: 'performance', name: 'performance', must: 98 },
  { id: 'accessibility', name: 'accessibility', must: 100 },
  { id: 'best-practices', name: 'best practices', must: 100 },
  { id: 'seo', name: 'SEO', must: 100 },
];

const METRICS = [
  { id: 'first-contentful-paint', name: 'FCP (ms)', digits: 0 },
  { id: 'largest-contentful-paint', name: 'LCP (ms)', digits: 0 },
  { id: 'speed-index', name: 'speed index (ms)', digits: 0 },
  { id: 'total-blocking-time', name: 'TBT (ms)', digits: 0 },
  { id: 'cumulative-layout-shift', name: 'CLS', digits: 3 },
];

/** Median scores and metrics by page, whether they reach what they must, and the audits that cost points. */
export function lighthouseTables(audited: readonly Audited[]): string {
  const scores = markdownTable(
    ['page', ...CATEGORIES.map(({ name, must }) => `${name}, must be ${must}`), '', ...METRICS.map(({ name }) => name)],
    audited.map(({ page: { name }, reports }) => {
      const reached = CATEGORIES.map(({ id }) => median(reports.map(({ categories }) => scoreOf(categories[id]))));
      const isShort = CATEGORIES.some(({ must }, index) => !((reached[index] ?? 0) >= must));
      const metrics = METRICS.map(({ id, digits }) =>
        median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)).toFixed(digits),
      );
      return [name, ...reached.map((score) => score.toFixed(0)), isShort ? 'short' : 'ok', ...metrics];
    }),
  );
  const lost = audited.flatMap(({ page: { name }, reports }) =>
    [...new Set(reports.flatMap(lostPoints))].map((line) => `- \`${name}\`: ${line}`),
  );
  return [scores, ...(lost.length > 0 ? [`What costs points:\n\n${lost.join('\n')}`] : [])].join('\n\n');
}

const scoreOf = (category: { score: number | null } | undefined) => (category?.score ?? Number.NaN) * 100;

/** The audits that cost points, in words, except those of performance, which are its metrics. */
function lostPoints({ categories, audits }: LighthouseReport): string[] {
  return CATEGORIES.filter(({ id }) => id !== 'performance').flatMap(({ id, name }) =>
    (categories[id]?.auditRefs ?? []).flatMap((ref) => {
      const audit = audits[ref.id];
      return ref.weight > 0 && audit?.score !== null && audit && audit.score < 1
        ? [`${name}: ${audit.title} (\`${ref.id}\`)`]
        : [];
    }),
  );
}
