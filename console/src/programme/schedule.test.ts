import { describe, expect, test } from 'vitest';
import {
  clockText,
  dayName,
  isPlaced,
  LAST_MINUTE,
  minutesOf,
  moved,
  type PlacedSession,
  sessionAfter,
  sessionOf,
  spanText,
  stepFrom,
  tidyTime,
  timeOf,
} from './schedule.ts';

const session = (start: string, end: string, day = '1') =>
  sessionOf({ id: 'talk', title: 'Talk', day, start, end, room: 'Hall' });
const placed = (start: string, end: string) => session(start, end) as PlacedSession; // The tests give valid times.
const timesOf = ({ start, end }: PlacedSession) => [timeOf(start), timeOf(end)];

describe('times of the pack', () => {
  test.each([
    ['09:30', 570],
    ['9:05', 545],
    ['24:30', 1470],
    ['29:59', LAST_MINUTE],
    ['30:00', undefined],
    ['9:60', undefined],
    ['nine', undefined],
    ['', undefined],
  ])('%s', (time, minutes) => {
    expect(minutesOf(time)).toBe(minutes);
  });

  test('minutes are written as the pack has them', () => {
    expect([timeOf(0), timeOf(570), timeOf(1470)]).toEqual(['00:00', '09:30', '24:30']);
  });

  test.each([
    ['9', '09:00'],
    ['9.30', '09:30'],
    ['930', '09:30'],
    ['14:05', '14:05'],
    ['2:30 pm', '14:30'],
    ['12 am', '00:00'],
    ['12:15 p.m.', '12:15'],
    [' 8:00 ', '08:00'],
    ['24:30', '24:30'],
    // What is no time stays as it was typed, for the server to say so.
    ['13 pm', '13 pm'],
    ['9:75', '9:75'],
    ['noon', 'noon'],
    ['31:00', '31:00'],
  ])('typed: %s', (typed, tidied) => {
    expect(tidyTime(typed)).toBe(tidied);
  });

  test('people read them with AM and PM, and a mark after midnight', () => {
    expect([clockText(0), clockText(570), clockText(750), clockText(1470)]).toEqual([
      '12:00 AM',
      '9:30 AM',
      '12:30 PM',
      '12:30 AM (next day)',
    ]);
    expect(spanText(session('09:10', '10:00'))).toBe('9:10 – 10:00 AM');
    expect(spanText(session('11:10', '12:00'))).toBe('11:10 AM – 12:00 PM');
    expect(spanText(session('soon', ''))).toBe('soon');
    expect(spanText(session('', ''))).toBe('No time yet');
  });

  test('a session is on the grid with a day, and a time that does not run backwards', () => {
    expect(isPlaced(session('09:00', '10:00'))).toBe(true);
    expect(isPlaced(session('09:00', '09:00'))).toBe(false);
    expect(isPlaced(session('10:00', '09:00'))).toBe(false);
    expect(isPlaced(session('09:00', 'soon'))).toBe(false);
    expect(isPlaced(session('09:00', '10:00', 'first'))).toBe(false);
  });
});

describe('moves', () => {
  test('keep the length, within the day', () => {
    expect(timesOf(moved(placed('09:00', '09:45'), { by: 5 }))).toEqual(['09:05', '09:50']);
    expect(timesOf(moved(placed('00:03', '01:03'), { by: -5 }))).toEqual(['00:00', '01:00']);
    expect(timesOf(moved(placed('29:00', '29:58'), { by: 30 }))).toEqual(['29:01', '29:59']);
  });

  test('of the end: never shorter than a step, and never longer than the day', () => {
    expect(timesOf(moved(placed('09:00', '09:45'), { longer: 15 }))).toEqual(['09:00', '10:00']);
    expect(timesOf(moved(placed('09:00', '09:10'), { longer: -30 }))).toEqual(['09:00', '09:05']);
    expect(timesOf(moved(placed('09:00', '09:03'), { longer: -3 }))).toEqual(['09:00', '09:03']);
    expect(timesOf(moved(placed('29:30', '29:55'), { longer: 30 }))).toEqual(['29:30', '29:59']);
  });

  test('to another room change nothing else', () => {
    expect(moved(placed('09:00', '09:45'), { room: 'Foyer' })).toEqual({ ...placed('09:00', '09:45'), room: 'Foyer' });
  });

  test('to another day change nothing else', () => {
    expect(moved(placed('09:00', '09:45'), { day: 2 })).toEqual({ ...placed('09:00', '09:45'), day: 2 });
  });

  test('go from one multiple of five minutes to the next', () => {
    expect([stepFrom(540, 1), stepFrom(540, -1), stepFrom(542, 1), stepFrom(542, -1)]).toEqual([5, -5, 3, -2]);
  });
});

test('a day has its date, unless that depends on when the pack is loaded', () => {
  const programme = (firstDay: string) => ({
    ...{ event: { firstDay }, texts: {}, pictures: {} },
    ...{ agenda: [], speakers: [], sponsors: [], campaigns: [], questions: [] },
  });
  expect(dayName(programme('2026-11-30'), 2)).toBe('Day 2, Tue, Dec 1');
  expect(dayName(programme('today'), 2)).toBe('Day 2');
});

test('sessions by hand: the next one begins where the last one ended, in its room', () => {
  const added = { title: 'Talk', start: '09:00', category: 'Day 2' };
  expect(sessionAfter({ ...added, day: '2', end: '24:30', room: 'Hall' })).toEqual({
    ...{ day: '2', room: 'Hall', start: '24:30' },
  });
  expect(sessionAfter({ ...added, day: '2', end: '945' })).toEqual({ day: '2', room: '', start: '09:45' });
  expect(sessionAfter({ ...added, day: '2', end: 'noon' })).toEqual({ day: '2', room: '', start: '' });
});
