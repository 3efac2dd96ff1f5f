import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PackSource } from '../event/packSource.ts';
import { checkPack } from '../event/readPack.ts';
import { EMPTY_EVENT } from './emptyEvent.ts';
import { programmeParts } from './packProgramme.ts';

const SESSIONS = 20;

test('checkPack: what others wait for goes between its texts, of which each is rendered once', async () => {
  const session = { day: '1', start: '09:00', end: '10:00', category: 'Day 1' };
  const agenda = Array.from({ length: SESSIONS }, (_, index) => ({
    ...{ id: `session-${index}`, title: `Session ${index}`, body: `A text of its own, the ${index}th` },
    ...session,
  }));
  const check = () =>
    checkPack(new PackSource(programmeParts({ ...EMPTY_EVENT, agenda }, async () => undefined)), Date.now());
  /** How often others had their turn meanwhile. */
  const turnsDuring = async (work: Promise<unknown>) => {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    let turns = 0;
    for (; !isOver; turns++) await setImmediate();
    return turns;
  };
  expect(await turnsDuring(check())).toBeGreaterThan(SESSIONS);
  expect(await turnsDuring(check())).toBeLessThan(3);
});
