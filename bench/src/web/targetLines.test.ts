import { expect, test } from 'vitest';
import type { Results } from './measureServer.ts';
import { targetLines } from './targetLines.ts';
import { testVisit } from './testVisit.ts';

const row = (name: string, ...visits: Parameters<typeof testVisit>[0][]) => ({ name, visits: visits.map(testVisit) });
const nothing: Results = {
  floor: row('React floor', { largestPaint: 1000 }),
  cold: [],
  repeat: [],
  offline: [],
  tabs: [],
};
const verdicts = (results: Partial<Results>) =>
  Object.fromEntries(targetLines({ ...nothing, ...results }).map(([figure = '', , ...rest]) => [figure, rest]));

test('musts: a figure is ok up to its limit, by the median and relative to the floor', () => {
  const login = row(
    '/login',
    { largestPaint: 700, usable: 1900, scriptBytes: 115 * 1024 },
    { largestPaint: 700, usable: 1901, scriptBytes: 115 * 1024 },
    { largestPaint: 4000, usable: 1901, scriptBytes: 115 * 1024 },
  );
  expect(verdicts({ cold: [login] })).toMatchObject({
    'brotli JS to a usable /login': ['115.0 KiB', 'ok'],
    'LCP of /login, cold': ['0.70', 'ok'],
    'usable /login, cold': ['1.90', 'short'],
  });
});

test('musts: what every route or tab must reach is decided by the worst one', () => {
  const cold = [row('/polls', { layoutShift: 0.01, blocked: 299 }), row('/sponsors', { layoutShift: 0, blocked: 301 })];
  const slow = { path: '/profile', ms: 120, scripts: 0, unanswered: 0 };
  const fast = { path: '/agenda', ms: 20, scripts: 3, unanswered: 1 };
  expect(verdicts({ cold, tabs: [[slow, fast]] })).toMatchObject({
    'CLS of every route': ['0.01 (/polls, the worst of 2)', 'ok'],
    'TBT of every route': ['301 ms (/sponsors, the worst of 2)', 'short'],
    'tap on a tab to its content': ['120 ms (/profile, the worst of 2)', 'short'],
    'requests of a tab that need the network': ['1 (/agenda, the worst of 2)', 'short'],
  });
});

test('musts: what was not measured is not ok, and neither is what has no value', () => {
  const agenda = row('/agenda', { largestPaint: Number.NaN });
  expect(verdicts({ cold: [agenda] })).toMatchObject({
    'LCP of /agenda, cold': ['NaN', 'short'],
    'LCP of /agenda, repeat visit': ['not measured', ''],
  });
});
