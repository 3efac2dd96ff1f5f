import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NO_PROGRAMME } from './draftQueries.ts';
import { type ImportOfText, runImport } from './runImport.ts';

const SHEET = 'Title,Date,Start,End\nOpening,11/19/2026,9:00 AM,10:00 AM\n';
const JOB: ImportOfText = {
  ...{ files: [{ name: 'a.csv', bytes: Buffer.from(SHEET) }], columns: undefined, zone: 'America/New_York' },
  ...{ firstDay: undefined, mainRoom: undefined, skipBad: false, today: '2026-11-01' },
  ...{ draft: JSON.stringify(NO_PROGRAMME), usedIds: new Set(), isDryRun: true },
};
const STOPS = new URL('data:text/javascript,process.exit(1)');
const RUNS_ON = new URL('data:text/javascript,setInterval(() => {}, 1000)');
const imports = async () => (await runImport(JOB)).result.report.totals[0];
const ONE = { part: 'sessions', outcome: 'new', count: 1 };

test.each([
  [
    'is stopped',
    { program: STOPS },
    'unavailable',
    'The import was interrupted, and changed nothing. Please try again.',
  ],
  ['takes too long', { program: RUNS_ON, timeoutMs: 50 }, 'invalid', expect.stringContaining('it takes too much time')],
])('import: a thread that %s says so, and the next import works', async (_, options, kind, message) => {
  await expect(runImport(JOB, options)).rejects.toMatchObject({ kind, message });
  expect(await imports()).toEqual(ONE);
});

test('import: beyond the few that wait the answer is to try again, and those whose client has left wait no more', async () => {
  const slow = { program: RUNS_ON, timeoutMs: 1000 };
  const running = runImport(JOB, slow);
  let left = false;
  const waiting = Array.from({ length: 4 }, () => runImport(JOB, { ...slow, hasLeft: () => left }));
  const settled = Promise.allSettled([running, ...waiting]);
  await expect(runImport(JOB)).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: expect.any(Number) });

  left = true;
  await delay(10);
  expect(await imports()).toEqual(ONE);
  const reasons = (await settled).map((each) => each.status === 'rejected' && String(each.reason));
  expect(reasons).toEqual([expect.stringContaining('too much time'), ...Array(4).fill('Error: aborted')]);
});
