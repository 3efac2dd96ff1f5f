import { expect, test } from 'vitest';
import { lineTable } from './countLines.ts';

const files = (counts: Record<string, number>) => new Map(Object.entries(counts));
const cells = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('lines: each area has its files and lines, without tests, and product and tooling have their totals', () => {
  const now = files({
    'contract/src/calls.ts': 10,
    'server/src/main.ts': 20,
    'server/src/http/handle.ts': 30,
    'server/src/http/routes/accountRoutes.ts': 5,
    'server/src/http/handle.test.ts': 900,
    'web/src/ui/Button.tsx': 40,
    'web/src/ui/Button.spec.ts': 900,
    'web/build/preload.ts': 6,
    'web/dev/startDev.ts': 7,
    'web/vite.config.ts': 3,
    'bench/src/simulate.ts': 50,
  });

  expect(cells(lineTable(now))).toEqual([
    ['contract', '1', '10'],
    ['server/src', '1', '20'],
    ['server/src/http', '2', '35'],
    ['web/build', '1', '6'],
    ['web/src', '1', '40'],
    ['**product**', '6', '111'],
    ['bench', '1', '50'],
    ['configuration', '1', '3'],
    ['web/dev', '1', '7'],
    ['**tooling**', '3', '60'],
  ]);
});

test('lines: an earlier revision is compared by area, also where files moved, came or went', () => {
  const before = files({ 'server/bench/simulate.ts': 50, 'console/src/queryCache.ts': 30, 'web/src/api/api.ts': 8 });
  const now = files({ 'bench/src/simulate.ts': 48, 'client/src/baseQuery.ts': 20, 'web/src/api/api.ts': 8 });

  expect(cells(lineTable(now, before))).toEqual([
    ['client', '1', '20', '0', '+20'],
    ['console/src', '0', '0', '30', '-30'],
    ['web/src', '1', '8', '8', '0'],
    ['**product**', '2', '28', '38', '-10'],
    ['bench', '1', '48', '50', '-2'],
    ['**tooling**', '1', '48', '50', '-2'],
  ]);
});
