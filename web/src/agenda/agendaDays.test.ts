import { describe, expect, test } from 'vitest';
import { agendaDays } from './agendaDays.ts';
import { agendaTiming } from './agendaTiming.ts';

const see = (...items: [id: string, start: string, end: string][]) => {
  const { entries } = agendaTiming(
    items.map(([id, startDate, endDate]) => ({ id, startDate, endDate })),
    0,
  );
  return agendaDays(entries).map(({ slots }) => slots.map((slot) => slot.entries.map(({ item }) => item.id).join('+')));
};

describe('days and times of the agenda (§9: America/New_York)', () => {
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
