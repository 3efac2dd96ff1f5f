import { readableEventInfo } from '@companion/contract/event';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepEvent } from '../session/keptEvent.ts';
import { agendaDays, foldPast } from './agendaDays.ts';
import { agendaTiming } from './agendaTiming.ts';

const see = (...items: [id: string, start: string, end: string][]) => {
  const { entries } = agendaTiming(
    items.map(([id, startDate, endDate]) => ({ id, startDate, endDate })),
    0,
  );
  return agendaDays(entries).map(({ slots }) => slots.map((slot) => slot.entries.map(({ item }) => item.id).join('+')));
};

describe('days and times of the agenda (§9: America/New_York)', () => {
  beforeAll(() => keepEvent({ ...readableEventInfo.parse({}), timeZone: 'America/New_York' }));

  test('sessions that start together share a slot, whenever they end', () => {
    expect(
      see(
        ['main', '2026-06-09T14:20:00Z', '2026-06-09T15:10:00Z'],
        ['breakout', '2026-06-09T14:20:00Z', '2026-06-09T16:00:00Z'],
        ['lunch', '2026-06-09T16:00:00Z', '2026-06-09T17:00:00Z'],
      ),
    ).toEqual([['main+breakout', 'lunch']]);
  });

  test('a new day starts at midnight in New York, not in Greenwich', () => {
    expect(
      see(
        ['dinner', '2026-06-09T23:00:00Z', '2026-06-10T01:00:00Z'],
        ['lounge', '2026-06-10T01:00:00Z', '2026-06-10T04:30:00Z'],
        ['breakfast', '2026-06-10T11:30:00Z', '2026-06-10T12:30:00Z'],
      ),
    ).toEqual([['dinner', 'lounge'], ['breakfast']]);
  });

  test('when clocks go back, the two 1:30 stay separate slots', () => {
    expect(
      see(
        ['second', '2026-11-01T06:30:00Z', '2026-11-01T07:00:00Z'],
        ['first', '2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z'],
      ),
    ).toEqual([['first', 'second']]);
  });

  test('no sessions have no days', () => {
    expect(see()).toEqual([]);
  });
});

describe('sessions that are over', () => {
  const at = (day: number, clock: string) => Date.parse(`2026-06-0${day}T${clock}:00-04:00`);
  const item = (id: string, day: number, start: string, end: string) => ({
    id,
    startDate: new Date(at(day, start)).toISOString(),
    endDate: new Date(at(day, end)).toISOString(),
  });
  const SUMMIT = [
    item('expo', 8, '08:00', '18:00'),
    item('opening', 8, '08:00', '09:00'),
    item('law', 8, '10:00', '11:00'),
    item('bonds', 8, '10:00', '11:30'),
    item('dinner', 8, '19:00', '21:00'),
    item('breakfast', 9, '08:00', '09:00'),
  ];

  /** For each day, how many sessions are folded, and which stay. */
  const see = (now: number, foldedAt = now, items = SUMMIT) =>
    foldPast(agendaDays(agendaTiming(items, now).entries), foldedAt).map(({ past, ahead }) => [
      past,
      ahead.flatMap(({ entries }) => entries.map((entry) => entry.item.id)),
    ]);

  test('foldPast: folds nothing before the summit', () => {
    expect(see(at(7, '12:00'))).toEqual([
      [0, ['expo', 'opening', 'law', 'bonds', 'dinner']],
      [0, ['breakfast']],
    ]);
  });

  test('foldPast: folds past sessions on their day, never current or later ones', () => {
    expect(see(at(8, '11:10'))).toEqual([
      [2, ['expo', 'bonds', 'dinner']],
      [0, ['breakfast']],
    ]);
    expect(see(at(9, '08:30'))).toEqual([
      [5, []],
      [0, ['breakfast']],
    ]);
  });

  test('foldPast: folds a session from its end on', () => {
    const first = ([day]: ReturnType<typeof see>) => day?.[0];
    expect(first(see(at(8, '09:00') - 1))).toBe(0);
    expect(first(see(at(8, '09:00')))).toBe(1);
  });

  test('foldPast: a session that ends later than foldedAt stays', () => {
    expect(see(at(8, '11:40'), at(8, '10:30'))[0]).toEqual([1, ['expo', 'law', 'bonds', 'dinner']]);
  });

  test('foldPast: folds nothing when all sessions are over', () => {
    expect(see(at(9, '12:00'))).toEqual([
      [0, ['expo', 'opening', 'law', 'bonds', 'dinner']],
      [0, ['breakfast']],
    ]);
    expect(see(at(8, '12:00'), undefined, SUMMIT.slice(2, 4))).toEqual([[0, ['law', 'bonds']]]);
  });

  test('foldPast: an item without an end is over once it has started', () => {
    const open = { id: 'open', startDate: new Date(at(8, '08:00')).toISOString(), endDate: null };
    const items = [open, ...SUMMIT.slice(2)] as typeof SUMMIT;
    expect(see(at(8, '08:00'), undefined, items)[0]).toEqual([1, ['law', 'bonds', 'dinner']]);
  });

  test('foldPast: an empty agenda has no days', () => {
    expect(see(at(8, '08:00'), undefined, [])).toEqual([]);
  });
});
