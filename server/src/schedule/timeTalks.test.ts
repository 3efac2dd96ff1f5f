import { grid, session, testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

test('timeTalks: a break without an end in several rooms ends in all of them when one room continues', async () => {
  const { write, run, read, remove } = await testImport();
  onTestFinished(remove);
  const lunch = { title: 'Lunch', isServiceSession: true, endsAt: null };
  const talk = { title: 'Talk', speakers: [{ id: 'a', name: 'Ada' }], endsAt: null };
  await write({
    'grid.json': grid({
      '2026-11-20': {
        Hall: [session('lunch', '12:00', '', lunch), session(2, '13:00', '14:00')],
        Oak: [session('lunch', '12:00', '', lunch), session(3, '12:30', '', talk), session(4, '13:30', '14:00')],
        Elm: [session('lunch', '12:00', '', lunch)],
      },
    }),
  });

  const { code, lines } = await run(['grid.json']);

  expect(code).toBe(0);
  expect(lines.slice(1, 3)).toEqual([
    'new        sessionize-lunch  day 1, 12:00-12:30: Lunch (one of 3 rows)',
    'new        sessionize-3  day 1, 12:30-13:30: Talk',
  ]);
  expect((await read()).content[0]?.room).toBe('Hall / Oak / Elm');
});
