import { expect, test } from 'vitest';
import { readRoomCapacity } from './roomCapacity.ts';

test('readRoomCapacity: a room and how many people it holds, whatever the name', () => {
  expect(readRoomCapacity('Hall A = 250')).toEqual({ name: 'Hall A', capacity: 250 });
  expect(readRoomCapacity(' a=b=7 ')).toEqual({ name: 'a=b', capacity: 7 });
  for (const line of [
    '',
    'Hall A',
    'Hall A 250',
    '= 250',
    'Hall A =',
    'Hall A = 0',
    'Hall A = -1',
    'Hall A = 2.5',
    'A = 1e3',
  ])
    expect(readRoomCapacity(line)).toBeUndefined();
});
