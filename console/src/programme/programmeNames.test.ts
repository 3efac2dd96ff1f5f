import type { ProgrammeChange } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { emptyDraft } from './exampleDraft.ts';
import { pictureName, valueText, withNamesOf } from './programmeNames.ts';

const { programme } = emptyDraft();
const PROGRAMME = {
  ...programme,
  speakers: [{ id: 'ada', name: 'Ada Speaker', picture: 'a1.jpg' }],
  sponsors: [{ id: 'acme', name: 'Acme', logo: 'a2.svg' }],
};

test('names: a picture is called after whose it is', () => {
  expect(
    ['logo.png', 'speakers/a1.jpg', 'sponsors/a2.svg', 'speakers/old.jpg'].map((file) => pictureName(PROGRAMME, file)),
  ).toEqual([...['Logo of the event', 'Ada Speaker', 'Acme', 'speakers/old.jpg']]);
});

test('names: a change also names who is removed with it', () => {
  const removed: ProgrammeChange = {
    ...{ list: 'speakers', id: 'bo', label: 'Bo Gone', kind: 'removed' },
    ...{ field: null, from: null, to: null },
  };
  expect(valueText(withNamesOf(PROGRAMME, [removed]), 'speakers', ['ada', 'bo'])).toBe('Ada Speaker\nBo Gone');
});
