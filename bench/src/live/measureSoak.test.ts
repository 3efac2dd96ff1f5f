import { expect, test } from 'vitest';
import { growth } from './measureSoak.ts';

test('soak: growth is that of the worst node, from the minutes after the warm-up to the last ones', () => {
  const minutes = Array.from({ length: 10 }, (_, minute) => [
    { megabytes: minute < 3 ? 50 : 200, files: 100 },
    { megabytes: 200 + (minute >= 7 ? 30 : 0), files: 100 + minute },
  ]);
  const { soakMemory, soakFiles } = growth(minutes);
  expect(soakMemory).toBeCloseTo(15);
  expect(soakFiles).toBeCloseTo(4);
});

test('soak: a run that is too short to compare has no value, and is not ok', () => {
  expect(growth([[{ megabytes: 1, files: 1 }]]).soakMemory).toBeNaN();
});
