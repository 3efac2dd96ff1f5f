import type { ProgrammeChange } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { emptyDraft } from './exampleDraft.ts';
import { groupChanges, kindsText } from './groupChanges.ts';

const change = (list: string, id: string | null, changed: Partial<ProgrammeChange> = {}): ProgrammeChange => ({
  ...{ list, id, label: id ?? '', kind: 'changed', field: 'title', from: 'a', to: 'b' },
  ...changed,
});

const groupsOf = (changes: ProgrammeChange[]) => groupChanges(changes, emptyDraft().programme);

test('changes: those of an entry are together, and the lists in the order of the menu', () => {
  const groups = groupsOf([
    change('questions', 'q'),
    change('agenda', 'one'),
    change('unknown', null),
    change('agenda', 'two'),
    change('texts', null, { field: 'about' }),
    change('agenda', 'one', { field: 'start' }),
    change('texts', null, { field: 'thanks' }),
  ]);
  expect(groups.map(({ list, entries }) => [list, entries.map(({ id, changes }) => [id, changes.length])])).toEqual([
    ['texts', [[null, 2]]],
    [
      'agenda',
      [
        ['one', 2],
        ['two', 1],
      ],
    ],
    ['questions', [['q', 1]]],
    ['unknown', [[null, 1]]],
  ]);
});

test('changes: an entry is counted once, by what became of it', () => {
  const whole = { field: null, from: null, to: null };
  const [agenda] = groupsOf([
    change('agenda', 'new', { kind: 'added', ...whole }),
    change('agenda', 'both', { kind: 'moved', ...whole }),
    change('agenda', 'both'),
    change('agenda', 'both', { field: 'room' }),
    change('agenda', 'moved', { kind: 'moved', ...whole }),
    change('agenda', 'gone', { kind: 'removed', ...whole }),
  ]);
  expect(kindsText(agenda?.entries ?? [])).toBe('1 added, 1 changed, 1 moved, 1 removed');
});

test('changes: each picture counts, and is added, replaced or removed', () => {
  const [pictures] = groupsOf([
    change('pictures', null, { field: 'speakers/ada.jpg', from: null, to: 'a' }),
    change('pictures', null, { field: 'speakers/bo.jpg', from: null, to: 'b' }),
    change('pictures', null, { field: 'logo.svg', from: 'c', to: 'd' }),
    change('pictures', null, { field: 'sponsors/acme.svg', from: 'e', to: null }),
  ]);
  expect(kindsText(pictures?.entries ?? [])).toBe('2 added, 1 changed, 1 removed');
  expect(pictures?.entries.map(({ label }) => label)).toContain('Logo of the event');
});
