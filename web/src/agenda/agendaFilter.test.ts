import { expect, test } from 'vitest';
import { agendaFilters } from './agendaFilter.ts';

const labels = (...categories: Parameters<typeof agendaFilters>[0][number]['category'][]) =>
  agendaFilters(
    categories.map((category) => ({ category })),
    {},
  ).map(({ label }) => label);

test('agendaFilters: one or two days have the four filters of the specification', () => {
  const four = ['Day 1 - Main Stage', 'Day 1 - Breakout Sessions', 'Day 2', 'Featured Speakers'];

  expect(labels()).toEqual(four);
  expect(labels('Day 1')).toEqual(four);
  expect(labels('Day 2', 'Breakout Sessions', 'Day 1')).toEqual(four);
});

test('agendaFilters: a longer event has one filter for each day with sessions, in their order', () => {
  expect(labels('Day 10', 'Day 1', 'Day 2', 'Day 4')).toEqual([
    'Day 1',
    'Day 2',
    'Day 4',
    'Day 10',
    'Featured Speakers',
  ]);
  expect(labels('Day 3', 'Breakout Sessions')).toEqual(['Day 3', 'Day 1 - Breakout Sessions', 'Featured Speakers']);
});

test('agendaFilters: the labels are those of the event, each for its own category', () => {
  const names = {
    dayFilters: ['Montag', 'Dienstag', 'Mittwoch'],
    breakoutsFilter: 'Workshops',
    speakersFilter: 'Wer spricht',
  };
  const shown = (...categories: ('Day 1' | 'Day 2' | 'Day 3')[]) =>
    agendaFilters(
      categories.map((category) => ({ category })),
      names,
    ).map(({ label, category }) => `${label}: ${category}`);

  expect(shown('Day 1', 'Day 3')).toEqual(['Montag: Day 1', 'Mittwoch: Day 3', 'Wer spricht: Speakers']);
  expect(shown('Day 1')).toEqual([
    'Montag: Day 1',
    'Workshops: Breakout Sessions',
    'Dienstag: Day 2',
    'Wer spricht: Speakers',
  ]);
});
