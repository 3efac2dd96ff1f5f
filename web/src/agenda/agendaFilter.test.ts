import type { Category } from '@companion/contract/content';
import { completeNames } from '@companion/contract/eventDefaults';
import { describe, expect, test } from 'vitest';
import { agendaFilters } from './agendaFilter.ts';

type Names = Parameters<typeof completeNames>[0];

/** `label: category` of each filter of an event that lasts so many days. */
const see = (days: number, categories: Category[], own: Names = {}) =>
  agendaFilters(
    categories.map((category) => ({ category })),
    completeNames(own, days),
  ).map(({ label, category }) => `${label}: ${category}`);

const OF_TWO_DAYS = [
  'Day 1 - Main Stage: Day 1',
  'Day 1 - Breakout Sessions: Breakout Sessions',
  'Day 2: Day 2',
  'Featured Speakers: Speakers',
];

describe('agendaFilters (§2)', () => {
  test.each<Category[][]>([[[]], [['Day 1']], [['Day 1', 'Day 2', 'Breakout Sessions', 'Speakers']]])(
    'two days have the four filters of the specification, in its order: %j',
    (categories) => {
      expect(see(2, categories)).toEqual(OF_TWO_DAYS);
    },
  );

  test('one day has no filter of a second one', () => {
    expect(see(1, ['Day 1', 'Breakout Sessions'])).toEqual([
      'Main Stage: Day 1',
      'Breakout Sessions: Breakout Sessions',
      'Featured Speakers: Speakers',
    ]);
  });

  test.each([3, 4, 5])('%d days have one filter for each day with sessions, in the order of days', (days) => {
    const used = ['Day 3', 'Day 1'] as const;
    const three = ['Day 1: Day 1', 'Day 3: Day 3', 'Featured Speakers: Speakers'];
    expect(see(days, [...used])).toEqual(three);
    const five: Category[] = ['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5'];
    const all = five.slice(0, days);
    expect(see(days, all.toReversed())).toEqual([...all.map((day) => `${day}: ${day}`), 'Featured Speakers: Speakers']);
  });

  test('a longer event of an earlier version may have breakout sessions', () => {
    expect(see(3, ['Day 3', 'Breakout Sessions'])).toEqual([
      'Day 3: Day 3',
      'Breakout Sessions: Breakout Sessions',
      'Featured Speakers: Speakers',
    ]);
  });

  test('the labels are those of the event, each for its own category', () => {
    const own = { breakoutsFilter: 'Workshops', speakersFilter: 'Wer spricht' };
    expect(see(3, ['Day 1', 'Day 3'], { ...own, dayFilters: ['Montag', 'Dienstag', 'Mittwoch'] })).toEqual([
      'Montag: Day 1',
      'Mittwoch: Day 3',
      'Wer spricht: Speakers',
    ]);
    expect(see(2, ['Day 1'], { ...own, dayFilters: ['Montag', 'Dienstag'] })).toEqual([
      'Montag: Day 1',
      'Workshops: Breakout Sessions',
      'Dienstag: Day 2',
      'Wer spricht: Speakers',
    ]);
  });

  test('what the server of an earlier version does not say has the names of the categories', () => {
    const unknown = { dayFilters: [], breakoutsFilter: '', speakersFilter: '' };
    const labels = (...categories: Category[]) =>
      agendaFilters(
        categories.map((category) => ({ category })),
        unknown,
      ).map(({ label }) => label);
    expect(labels('Day 1')).toEqual(['Day 1', 'Breakout Sessions', 'Day 2', 'Speakers']);
    expect(labels('Day 1', 'Day 3')).toEqual(['Day 1', 'Day 3', 'Speakers']);
  });
});
