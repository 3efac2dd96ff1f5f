import type { EditConflict, Programme, ProgrammeEdit } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { type Choice, conflictsOf, resolveConflicts, union } from './conflicts.ts';
import { remember } from './lastSeen.ts';

const programme = (agenda: Programme['agenda']): Programme => ({
  ...{ event: {}, texts: {}, pictures: {} },
  ...{ agenda, speakers: [], sponsors: [], campaigns: [], questions: [] },
});
const set = (id: string, field: string, from: string | null, to: string | null): ProgrammeEdit => ({
  ...{ op: 'set', list: 'agenda', id, field },
  ...{ from, to },
});
const resolve = (edits: ProgrammeEdit[], found: EditConflict[], choices: [number, Choice][], now = programme([])) =>
  resolveConflicts(edits, conflictsOf(edits, found), new Map(choices), now);

const EDITS = [set('talk', 'title', 'Old', 'Mine'), set('talk', 'room', 'Hall', 'Foyer')];
const CHANGED: EditConflict[] = [{ index: 0, reason: 'changed', current: 'Theirs' }];

test('the same field: mine, theirs, or a merged text, on top of what is there now; the rest is kept', () => {
  expect(resolve(EDITS, CHANGED, [[0, 'mine']])).toEqual([set('talk', 'title', 'Theirs', 'Mine'), EDITS[1]]);
  expect(resolve(EDITS, CHANGED, [[0, 'theirs']])).toEqual([EDITS[1]]);
  expect(resolve(EDITS, CHANGED, [[0, { value: 'Both' }]])).toEqual([set('talk', 'title', 'Theirs', 'Both'), EDITS[1]]);
  expect(resolve(EDITS, CHANGED, [[0, { value: 'Theirs' }]])).toEqual([EDITS[1]]);
});

test('an entry that another member has removed comes back once, with everything that I changed', () => {
  remember(programme([{ id: 'talk', title: 'Old', room: 'Hall', start: '09:00' }]));
  const gone: EditConflict[] = [0, 1].map((index) => ({ index, reason: 'gone', current: null }));
  const both: [number, Choice][] = [
    [0, 'mine'],
    [1, 'mine'],
  ];
  expect(resolve(EDITS, gone, both)).toEqual([
    { op: 'add', list: 'agenda', id: 'talk', fields: { title: 'Mine', room: 'Foyer', start: '09:00' } },
  ]);
  expect(resolve(EDITS, gone, [[0, 'mine']])).toEqual([
    { op: 'add', list: 'agenda', id: 'talk', fields: { title: 'Mine', room: 'Hall', start: '09:00' } },
  ]);
  expect(resolve(EDITS, gone, [])).toEqual([]);
});

test('an entry that I removed and another member changed goes as it is now, or stays', () => {
  const remove: ProgrammeEdit[] = [{ op: 'remove', list: 'agenda', id: 'talk', from: { title: 'Old' } }];
  const now = programme([{ id: 'talk', title: 'Theirs' }]);
  expect(resolve(remove, CHANGED, [[0, 'mine']], now)).toEqual([{ ...remove[0], from: { title: 'Theirs' } }]);
  expect(resolve(remove, CHANGED, [[0, 'theirs']], now)).toEqual([]);
});

test('an id that another member has taken: mine gets another one', () => {
  const add: ProgrammeEdit[] = [{ op: 'add', list: 'agenda', id: 'talk', fields: { title: 'Mine' } }];
  const taken: EditConflict[] = [{ index: 0, reason: 'taken', current: null }];
  expect(resolve(add, taken, [[0, 'mine']])).toEqual([{ op: 'add', list: 'agenda', fields: { title: 'Mine' } }]);
  expect(resolve(add, taken, [[0, 'theirs']])).toEqual([]);
});

test('both lists of a field: theirs first, each once', () => {
  expect(union(['ada', 'bo'], ['cy', 'ada'])).toEqual(['cy', 'ada', 'bo']);
  expect(union(null, 'cy')).toEqual(['cy']);
});
