import { expect, test } from 'vitest';
import { clashesOf, findClashes } from './clashes.ts';
import { sessionOf } from './schedule.ts';

const session = (
  id: string,
  start: string,
  end: string,
  more: { day?: string; room?: string; speakers?: string[] } = {},
) => sessionOf({ id, title: id, day: '1', start, end, ...more });
const shown = (sessions: ReturnType<typeof session>[]) =>
  [...findClashes(sessions)].map(([id, clashes]) => [
    id,
    clashes.map(({ with: other, room, speaker }) => `${other.id}: ${room ?? speaker}`),
  ]);

test('two sessions at the same time in one room clash, however it is written', () => {
  expect(
    shown([session('a', '09:00', '10:00', { room: 'Hall' }), session('b', '09:59', '11:00', { room: ' hall' })]),
  ).toEqual([
    ['a', ['b: hall']],
    ['b', ['a: Hall']],
  ]);
});

test('a speaker cannot be at two sessions at once', () => {
  const sessions = [
    session('a', '09:00', '12:00', { room: 'Hall', speakers: ['ada', 'bo'] }),
    session('b', '09:30', '10:00', { room: 'Foyer', speakers: ['cy'] }),
    session('c', '11:00', '11:30', { room: 'Foyer', speakers: ['bo', 'ada'] }),
  ];
  expect(shown(sessions)).toEqual([
    ['a', ['c: ada', 'c: bo']],
    ['c', ['a: bo', 'a: ada']],
  ]);
});

test('no clash: sessions that touch, of other days, without a room, without a time, and the session itself', () => {
  const hall = { room: 'Hall', speakers: ['ada'] };
  expect(
    shown([
      session('a', '09:00', '10:00', hall),
      session('b', '10:00', '11:00', hall),
      session('c', '09:00', '10:00', { ...hall, day: '2' }),
      session('d', '', '', hall),
      session('e', '11:00', '12:00'),
      session('f', '11:00', '12:00'),
    ]),
  ).toEqual([]);
  expect(clashesOf(session('a', '09:30', '10:30', hall), [session('a', '09:00', '10:00', hall)])).toEqual([]);
});

test('what goes on after midnight clashes with the next day', () => {
  const night = session('night', '23:00', '25:30', { room: 'Hall' });
  const early = session('early', '01:00', '02:00', { day: '2', room: 'Hall' });
  expect(clashesOf(night, [early]).map((clash) => clash.with.id)).toEqual(['early']);
  expect(findClashes([early, night]).size).toBe(2);
});

test('every pair of many overlapping sessions is found', () => {
  const sessions = Array.from({ length: 40 }, (_, index) =>
    session(`s${index}`, '09:00', index % 2 === 0 ? '10:00' : '17:00', { room: 'Hall' }),
  );
  const found = findClashes(sessions);
  expect([...found.values()].every((clashes) => clashes.length === 39)).toBe(true);
  expect(found.size).toBe(40);
});
