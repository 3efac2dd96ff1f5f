import type { ContentItem } from '@companion/contract/content';
import { expect, test } from 'vitest';
import { agendaTiming } from './agendaTiming.ts';
import { nextSaved, notesOnSaved } from './notesOnSaved.ts';

const at = (clock: string) => `2026-06-${clock.includes(' ') ? clock.replace(' ', 'T') : `09T${clock}`}:00.000Z`;
const item = (id: string, start: string, end: string | null, saved = true) =>
  // Only what the notes are made of.
  ({ id, campaignId: 'agenda', title: id, startDate: at(start), endDate: end && at(end), saved }) as ContentItem;
const entriesOf = (items: ContentItem[], now = '12:00') => agendaTiming(items, Date.parse(at(now))).entries;
const notes = (...items: ContentItem[]) =>
  Object.fromEntries(
    [...notesOnSaved(entriesOf(items))]
      .map(
        ([key, { overlaps, free }]) => [key.replace('session-agenda-', ''), [overlaps, free].filter(Boolean)] as const,
      )
      .filter(([, said]) => said.length > 0),
  );

test('notesOnSaved: sessions that overlap name each other; one that begins as another ends does not (decision 069)', () => {
  expect(
    notes(
      item('Keynote', '13:00', '14:00'),
      item('Panel', '13:30', '14:30'),
      item('Workshop', '13:45', '15:00'),
      item('Lunch', '15:00', '16:00'),
    ),
  ).toEqual({
    Keynote: ['Overlaps with Panel, Workshop'],
    Panel: ['Overlaps with Keynote, Workshop'],
    Workshop: ['Overlaps with Keynote, Panel'],
  });
});

test('notesOnSaved: two at the same time overlap, also without an end', () => {
  expect(notes(item('Keynote', '13:00', '14:00'), item('Opening', '13:00', null))).toEqual({
    Keynote: ['Overlaps with Opening'],
    Opening: ['Overlaps with Keynote'],
  });
  expect(notes(item('Keynote', '13:00', '14:00'), item('Coffee', '14:00', null))).toEqual({});
});

test('notesOnSaved: free time counts from the end of whatever ends last, on the same day, from a quarter of an hour', () => {
  expect(
    notes(
      item('Long', '13:00', '16:00'),
      item('Short', '13:30', '14:00'),
      item('Near', '16:14', '16:30'),
      item('Later', '16:45', '17:00'),
      item('Evening', '18:20', '19:00'),
      item('Evening too', '18:20', null),
      item('Next day', '10 13:00', '10 14:00'),
    ),
  ).toEqual({
    Long: ['Overlaps with Short'],
    Short: ['Overlaps with Long'],
    Later: ['15 min free before this'],
    Evening: ['Overlaps with Evening too', '1 h 20 min free before this'],
    'Evening too': ['Overlaps with Evening'],
  });
});

test('notesOnSaved: an hour that clocks skip or repeat is no free time that there is not, and none that is lost', () => {
  // 1:00 to 1:30 AM EDT, then 1:30 to 2:00 AM EST: the clocks show no pause, but an hour passes.
  const back = [
    { ...item('First', '13:00', null), startDate: '2026-11-01T05:00:00Z', endDate: '2026-11-01T05:30:00Z' },
    { ...item('Second', '13:00', null), startDate: '2026-11-01T06:30:00Z', endDate: '2026-11-01T07:00:00Z' },
  ];
  expect(notes(...back)).toEqual({ Second: ['1 h free before this'] });
  // 1:30 to 2:00 AM EST, then from 3:00 AM EDT: the clocks show an hour, but it does not exist.
  const forward = [
    { ...item('First', '13:00', null), startDate: '2026-03-08T06:30:00Z', endDate: '2026-03-08T07:00:00Z' },
    { ...item('Second', '13:00', null), startDate: '2026-03-08T07:00:00Z', endDate: '2026-03-08T08:00:00Z' },
  ];
  expect(notes(...forward)).toEqual({});
});

test('nextSaved: the saved sessions that begin next, together; not one that is on, and none once all have begun', () => {
  const items = [
    item('On', '11:30', '12:30'),
    item('Not mine', '12:30', '13:00', false),
    item('Mine', '13:00', '14:00'),
    item('Mine too', '13:00', '13:30'),
    item('Later', '15:00', '16:00'),
  ];
  const next = (now: string) => nextSaved(entriesOf(items, now), Date.parse(at(now))).map(({ item: { id } }) => id);
  expect(next('12:00')).toEqual(['Mine', 'Mine too']);
  expect(next('13:00')).toEqual(['Later']);
  expect(next('15:00')).toEqual([]);
});
