import { expect, test } from 'vitest';
import { type LighthouseReport, lighthouseTables } from './lighthouseTables.ts';

const report = (performance: number, lang: number): LighthouseReport => ({
  finalDisplayedUrl: '',
  categories: {
    performance: { score: performance, auditRefs: [] },
    accessibility: {
      score: lang,
      auditRefs: [
        { id: 'html-has-lang', weight: 7 },
        { id: 'manual', weight: 0 },
      ],
    },
    'best-practices': { score: 1, auditRefs: [] },
    seo: { score: 1, auditRefs: [] },
  },
  audits: {
    'html-has-lang': { score: lang, title: 'The page has a language' },
    manual: { score: 0, title: 'Look yourself' },
    'largest-contentful-paint': { score: 1, title: 'LCP', numericValue: 1234.4 },
  },
});
const page = { name: '/agenda', visitor: 'attendee' as const };
const lines = (...reports: LighthouseReport[]) => lighthouseTables([{ page, reports }]).split('\n');

test('lighthouse: a page is ok by its median scores, and performance from 98 on', () => {
  expect(lines(report(0.5, 1), report(0.98, 1), report(1, 1))[2]).toMatch(/\/agenda +\| 98 .*\| ok .*\| 1234 /);
  expect(lines(report(0.97, 1))[2]).toMatch(/\| 97 .*\| short /);
});

test('lighthouse: the audits that cost points are named', () => {
  const output = lines(report(1, 0.5));
  expect(output[2]).toContain('short');
  expect(output.filter((line) => line.startsWith('- '))).toEqual([
    '- `/agenda`: accessibility: The page has a language (`html-has-lang`)',
  ]);
});
