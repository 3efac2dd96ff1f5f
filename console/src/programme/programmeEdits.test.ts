import type { Programme, ProgrammeEdit } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { isSameValue } from '../page/fieldValue.ts';
import { moveEdit } from './moveEdit.ts';
import { applyEdits, removeEdit, setEdits } from './programmeEdits.ts';

const speaker = (id: string) => ({ id, name: id.toUpperCase() });
const programme = (ids = ['a', 'b', 'c']): Programme => ({
  ...{ event: { name: 'Summit' }, texts: {}, pictures: {} },
  ...{ agenda: [], speakers: ids.map(speaker), sponsors: [], campaigns: [], questions: [] },
});
const after = (edits: ProgrammeEdit[], added: string[] = []) => applyEdits(programme(), edits, added);
const order = (edit: ProgrammeEdit | undefined, ids = ['a', 'b', 'c']) =>
  edit &&
  applyEdits(programme(ids), [edit], [])
    .speakers.map(({ id }) => id)
    .join('');

test('nothing, an empty text and an empty list are the same', () => {
  expect([isSameValue(null, ''), isSameValue([], undefined), isSameValue('a', 'a')]).toEqual([true, true, true]);
  expect([isSameValue('a', ['a']), isSameValue(['a', 'b'], ['b', 'a'])]).toEqual([false, false]);
});

test('only the fields that differ are set, on top of what they had', () => {
  const place = { list: 'speakers', id: 'a' } as const;
  expect(setEdits(place, { name: 'A', role: 'Chair' }, { name: 'A', role: '', bio: 'Words', picture: null })).toEqual([
    { op: 'set', ...place, field: 'role', from: 'Chair', to: null },
    { op: 'set', ...place, field: 'bio', from: null, to: 'Words' },
  ]);
});

test('edits show before the programme is read again, and the one that was shown stays as it was', () => {
  const before = programme();
  const edits: ProgrammeEdit[] = [
    { op: 'set', list: 'event', id: null, field: 'name', from: 'Summit', to: 'Meeting' },
    { op: 'set', list: 'speakers', id: 'a', field: 'name', from: 'A', to: null },
    { op: 'add', list: 'speakers', fields: { name: 'New' }, after: 'a' },
    { op: 'add', list: 'speakers', fields: { name: 'Last' } },
    removeEdit('speakers', speaker('c')),
  ];
  const { event, speakers } = applyEdits(before, edits, ['new', 'last']);
  expect(event).toEqual({ name: 'Meeting' });
  expect(speakers).toEqual([{ id: 'a' }, { id: 'new', name: 'New' }, speaker('b'), { id: 'last', name: 'Last' }]);
  expect(before).toEqual(programme());
  expect(after([{ op: 'set', list: 'speakers', id: 'gone', field: 'name', from: null, to: 'X' }])).toEqual(programme());
});

test('an entry moves by one place among those of its group, wherever the others stand', () => {
  const all = ['a', 'b', 'c'];
  expect(order(moveEdit('speakers', all, all, 'b', -1))).toBe('bac');
  expect(order(moveEdit('speakers', all, all, 'b', 1))).toBe('acb');
  expect(order(moveEdit('speakers', all, ['a', 'c'], 'c', -1))).toBe('cab');
  expect(order(moveEdit('speakers', all, ['a', 'c'], 'a', 1))).toBe('bca');
  const five = ['a', 'x', 'b', 'y', 'c'];
  expect(order(moveEdit('speakers', five, ['a', 'b', 'c'], 'c', -1), five)).toBe('axcby');
  expect(moveEdit('speakers', all, all, 'a', -1)).toBeUndefined();
  expect(moveEdit('speakers', all, all, 'c', 1)).toBeUndefined();
  expect(moveEdit('speakers', all, all, 'gone', 1)).toBeUndefined();
});
