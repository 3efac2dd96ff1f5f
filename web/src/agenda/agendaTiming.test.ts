import { describe, expect, test } from 'vitest';
import { agendaTiming } from './agendaTiming.ts';

interface Item {
  id: string;
  startDate: string | null;
  endDate: string | null;
}

const at = (clock: string) => `2026-06-09T${clock}:00.000Z`;
const item = (id: string, start: string, end: string): Item => ({ id, startDate: at(start), endDate: at(end) });

const keynote = item('keynote', '13:00', '14:00');
const breakoutA = item('breakout a', '14:15', '15:00');
const breakoutB = item('breakout b', '14:15', '15:30');
const lunch = item('lunch', '15:30', '16:30');
const day = [lunch, breakoutA, keynote, breakoutB];

const see = (items: Item[], clock: string) => {
  const { entries, featured, following, changesAt } = agendaTiming(items, Date.parse(at(clock)));
  return {
    labels: entries.map((entry) => `${entry.item.id}: ${entry.timing}`),
    cards: [featured?.item.id, following?.item.id],
    changesAt: changesAt === undefined ? undefined : new Date(changesAt).toISOString(),
  };
};

describe('agenda timing (§4)', () => {
  test('items are sorted by start date; those that start together keep their order (§9)', () => {
    expect(agendaTiming(day, 0).entries.map((entry) => entry.item.id)).toEqual([
      'keynote',
      'breakout a',
      'breakout b',
      'lunch',
    ]);
  });

  test('before the day, only the first item is next', () => {
    expect(see(day, '08:00')).toEqual({
      labels: ['keynote: next', 'breakout a: upcoming', 'breakout b: upcoming', 'lunch: upcoming'],
      cards: ['keynote', 'breakout a'],
      changesAt: at('13:00'),
    });
  });

  test('while an item is current, nothing is labelled next (decision 036)', () => {
    expect(see(day, '13:30')).toEqual({
      labels: ['keynote: current', 'breakout a: upcoming', 'breakout b: upcoming', 'lunch: upcoming'],
      cards: ['keynote', 'breakout a'],
      changesAt: at('14:00'),
    });
  });

  test('in a gap, of two items that start together one is next and the other following', () => {
    expect(see(day, '14:05')).toEqual({
      labels: ['keynote: past', 'breakout a: next', 'breakout b: upcoming', 'lunch: upcoming'],
      cards: ['breakout a', 'breakout b'],
      changesAt: at('14:15'),
    });
  });

  test('several items may be current at once, and each is labelled', () => {
    expect(see(day, '14:30')).toEqual({
      labels: ['keynote: past', 'breakout a: current', 'breakout b: current', 'lunch: upcoming'],
      cards: ['breakout a', 'lunch'],
      changesAt: at('15:00'),
    });
  });

  test('of the current items, the one that started last is featured (decision 027)', () => {
    const expo = item('expo', '12:00', '20:00');
    expect(see([expo, ...day], '13:30').cards).toEqual(['keynote', 'breakout a']);
    expect(see([expo, ...day], '14:05').cards).toEqual(['expo', 'breakout a']);
  });

  test('the other current items are listed too, the latest start first', () => {
    const expo = item('expo', '12:00', '20:00');
    const also = (clock: string) =>
      agendaTiming([expo, ...day], Date.parse(at(clock))).alsoCurrent.map((entry) => entry.item.id);
    expect(also('12:30')).toEqual([]);
    expect(also('14:30')).toEqual(['breakout b', 'expo']);
    expect(also('15:10')).toEqual(['expo']);
    expect(also('21:00')).toEqual([]);
  });

  test('an item is current from its start until before its end', () => {
    expect(see([keynote], '13:00').labels).toEqual(['keynote: current']);
    expect(see([keynote], '14:00').labels).toEqual(['keynote: past']);
    expect(see([breakoutB, lunch], '15:30').labels).toEqual(['breakout b: past', 'lunch: current']);
  });

  test('after the last item, or without items, there is no card and no further change', () => {
    const over = { cards: [undefined, undefined], changesAt: undefined };
    expect(see([keynote], '20:00')).toEqual({ labels: ['keynote: past'], ...over });
    expect(see([], '20:00')).toEqual({ labels: [], ...over });
  });

  test('an item without a start is left out; one without an end is never current', () => {
    expect(see([{ id: 'speaker', startDate: null, endDate: null }], '09:00').labels).toEqual([]);
    const open = { id: 'open', startDate: at('13:00'), endDate: null };
    expect(see([open], '12:59').labels).toEqual(['open: next']);
    expect(see([open], '13:01').labels).toEqual(['open: past']);
  });

  test('when clocks go back, the two occurrences of an hour are distinct', () => {
    const first = { id: 'first 1:30', startDate: '2026-11-01T05:30:00Z', endDate: '2026-11-01T06:00:00Z' };
    const second = { id: 'second 1:30', startDate: '2026-11-01T06:30:00Z', endDate: '2026-11-01T07:00:00Z' };
    const { entries } = agendaTiming([second, first], Date.parse('2026-11-01T06:45:00Z'));
    expect(entries.map((entry) => `${entry.item.id}: ${entry.timing}`)).toEqual([
      'first 1:30: past',
      'second 1:30: current',
    ]);
  });
});
