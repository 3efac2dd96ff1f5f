import type { Programme, ProgrammeChange } from '@companion/contract/staff/programme';
import { randomEdits } from '@companion/testkit/randomEdits';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { expect, test } from 'vitest';
import { diffProgrammes } from './diffProgrammes.ts';
import { type MergeConflict, mergeProgrammes } from './mergeProgrammes.ts';
import { orNull } from './programmeFields.ts';

const BASE: Programme = {
  event: { id: 'summit', name: 'Summit', days: '2' },
  texts: { welcome: 'Hello' },
  pictures: { 'logo.svg': 'l1', 'speakers/ada.svg': 'a1' },
  agenda: ['one', 'two', 'three'].map((id) => ({ id, title: id, speakers: ['ada'] })),
  speakers: [
    { id: 'ada', name: 'Ada', picture: 'ada.svg' },
    { id: 'bo', name: 'Bo' },
  ],
  sponsors: [],
  campaigns: [{ id: 'poll', title: 'Poll' }],
  questions: [{ id: 'why', campaign: 'poll', type: 'comment', question: 'Why?' }],
};

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);

test('mergeProgrammes: where only one side has changed anything, it is taken whole', () => {
  for (const seed of SEEDS) {
    const random = repeatableRandom(seed);
    const edited = randomEdits(BASE, 6, random);
    const both = { base: BASE, pack: edited, console: edited };
    for (const sides of [{ ...both, pack: BASE }, { ...both, console: BASE }, both]) {
      const { programme, conflicts } = mergeProgrammes(sides);
      expect(diffProgrammes(edited, programme), `seed ${seed}`).toEqual([]);
      expect(conflicts, `seed ${seed}`).toEqual([]);
    }
  }
});

test('mergeProgrammes: no change of either side is lost without a conflict', () => {
  for (const seed of SEEDS) {
    const random = repeatableRandom(seed);
    const sides = { base: BASE, pack: randomEdits(BASE, 5, random), console: randomEdits(BASE, 5, random) };
    const { programme, conflicts } = mergeProgrammes(sides);
    for (const side of ['pack', 'console'] as const) {
      const lost = diffProgrammes(BASE, sides[side]).filter(
        (change) => !isIn(programme, change) && !conflicts.some((conflict) => isAbout(conflict, change)),
      );
      expect(lost, `seed ${seed}, ${side}`).toEqual([]);
    }
  }
});

test('mergeProgrammes: with a preference there is no conflict, and its side wins each field in dispute', () => {
  for (const seed of SEEDS) {
    const random = repeatableRandom(seed);
    const sides = { base: BASE, pack: randomEdits(BASE, 5, random), console: randomEdits(BASE, 5, random) };
    const { conflicts } = mergeProgrammes(sides);
    for (const prefer of ['pack', 'console'] as const) {
      const merged = mergeProgrammes(sides, prefer);
      expect(merged.conflicts).toEqual([]);
      for (const conflict of conflicts) {
        expect(valueIn(merged.programme, conflict), `seed ${seed}`).toEqual(valueIn(sides[prefer], conflict));
      }
    }
  }
});

function valueIn(programme: Programme, { list, id, field }: Pick<MergeConflict, 'list' | 'id' | 'field'>) {
  if (list === 'event' || list === 'texts' || list === 'pictures') return orNull(programme[list][field]);
  return orNull(programme[list].find((entry) => entry.id === id)?.[field]);
}

/** Whether a change is made in the merged programme. Moves are not: where both move, the console's order stays. */
function isIn(programme: Programme, { list, id, kind, field, to }: ProgrammeChange): boolean {
  // As `diffProgrammes` names them.
  const place = list as MergeConflict['list'];
  if (kind === 'moved') return true;
  if (kind === 'changed') {
    return JSON.stringify(valueIn(programme, { list: place, id, field: field ?? '' })) === JSON.stringify(orNull(to));
  }
  const isThere =
    place !== 'event' && place !== 'texts' && place !== 'pictures' && programme[place].some((entry) => entry.id === id);
  return isThere === (kind === 'added');
}

const isAbout = (conflict: MergeConflict, { list, id, kind, field }: ProgrammeChange) =>
  conflict.list === list &&
  conflict.id === id &&
  (kind !== 'changed' || conflict.field === field || conflict.removedBy);

test('mergeProgrammes: a new entry follows the one that it follows in its side', () => {
  const entries = (...ids: string[]) => ({ ...BASE, agenda: ids.map((id) => ({ id, title: id, speakers: ['ada'] })) });
  const merged = (pack: string[], console: string[]) =>
    mergeProgrammes({ base: BASE, pack: entries(...pack), console: entries(...console) }).programme.agenda.map(
      ({ id }) => id,
    );
  expect(merged(['one', 'p', 'two', 'three'], ['three', 'two', 'c', 'one'])).toEqual(['three', 'two', 'c', 'one', 'p']);
  expect(merged(['p', 'three', 'one', 'two'], ['one', 'c', 'two', 'three'])).toEqual(['p', 'three', 'one', 'c', 'two']);
  expect(merged(['two', 'one', 'three'], ['one', 'three', 'two'])).toEqual(['one', 'three', 'two']);
  expect(merged(['one', 'three', 'p'], ['c', 'one', 'two', 'three'])).toEqual(['c', 'one', 'three', 'p']);
});

test('mergeProgrammes: an entry that is removed on one side and changed on the other is a conflict', () => {
  const without = { ...BASE, speakers: BASE.speakers.slice(1) };
  const changed = {
    ...BASE,
    speakers: [{ id: 'ada', name: 'Ada Lind', picture: 'ada.svg' }, ...BASE.speakers.slice(1)],
  };
  const pictures = { 'logo.svg': 'l1' };
  const sides = { base: BASE, pack: { ...without, pictures }, console: changed };
  expect(mergeProgrammes(sides).conflicts).toEqual([
    ...[
      { list: 'speakers', id: 'ada', field: 'name', removedBy: 'pack', base: 'Ada', pack: null, console: 'Ada Lind' },
    ],
  ]);
  // With its picture, which only the pack has removed.
  expect(mergeProgrammes(sides, 'console').programme).toEqual(changed);
  expect(mergeProgrammes(sides, 'pack').programme).toEqual(sides.pack);
});

test('mergeProgrammes: a logo with another ending takes the place of the one before', () => {
  const withLogo = (name: string, sha256: string) => ({
    ...BASE,
    pictures: { 'speakers/ada.svg': 'a1', [name]: sha256 },
  });
  const sides = { base: BASE, pack: withLogo('logo.png', 'l2'), console: BASE };
  expect(mergeProgrammes(sides)).toEqual({ programme: sides.pack, conflicts: [] });
  const both = { ...sides, console: withLogo('logo.webp', 'l3') };
  expect(mergeProgrammes(both).conflicts.map(({ field, pack, console }) => [field, pack, console])).toEqual([
    ['logo', ['logo.png', 'l2'], ['logo.webp', 'l3']],
  ]);
  expect(mergeProgrammes(both, 'pack').programme).toEqual(sides.pack);
});
