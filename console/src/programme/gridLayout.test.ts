import { expect, test } from 'vitest';
import { hoursBetween, lanesOf, shownHours } from './gridLayout.ts';
import { type PlacedSession, sessionOf } from './schedule.ts';

const session = (id: string, start: string, end: string) => sessionOf({ id, day: '1', start, end }) as PlacedSession; // The tests give valid times.
const lanes = (...sessions: PlacedSession[]) =>
  Object.fromEntries([...lanesOf(sessions)].map(([id, { lane, lanes: of }]) => [id, `${lane + 1} of ${of}`]));

test('sessions that follow each other have the whole width', () => {
  expect(lanes(session('a', '09:00', '10:00'), session('b', '10:00', '11:00'))).toEqual({ a: '1 of 1', b: '1 of 1' });
});

test('sessions that overlap stand side by side, and a lane that is free again is used', () => {
  expect(
    lanes(
      session('long', '09:00', '12:00'),
      session('early', '09:00', '10:00'),
      session('late', '10:30', '11:30'),
      session('after', '12:00', '13:00'),
    ),
  ).toEqual({ early: '1 of 2', long: '2 of 2', late: '1 of 2', after: '1 of 1' });
});

test('a short session does not cover the next one: it is drawn longer, beside it', () => {
  expect(lanes(session('word', '09:00', '09:05'), session('talk', '09:05', '09:45'))).toEqual({
    word: '1 of 2',
    talk: '2 of 2',
  });
});

test('the grid has an hour before and after the sessions, and working hours on an empty day', () => {
  expect(shownHours([session('a', '09:15', '10:20'), session('b', '13:00', '14:00')])).toEqual({
    from: 480,
    until: 900,
  });
  expect(shownHours([session('a', '00:10', '29:50')])).toEqual({ from: 0, until: 1800 });
  expect(shownHours([])).toEqual({ from: 480, until: 1080 });
  expect(hoursBetween(480, 660)).toEqual([480, 540, 600]);
});
