import type { Programme, ProgrammeEdit, ProgrammeList } from '@companion/contract/staff/programme';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { expect, test } from 'vitest';
import { type AppliedEdits, applyEdits } from './applyEdits.ts';
import { diffProgrammes, editsBetween } from './diffProgrammes.ts';

const UNUSED = { published: new Map<string, ProgrammeList>(), removed: new Set<string>() };

const PROGRAMME: Programme = {
  event: { id: 'summit-31', name: 'Summit' },
  texts: { welcome: 'Hello' },
  pictures: {},
  agenda: ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Session ${id}`, speakers: ['ada'] })),
  speakers: [{ id: 'ada', name: 'Ada' }],
  sponsors: [],
  campaigns: [{ id: 'polls', title: 'Polls' }],
  questions: [{ id: 'q', campaign: 'polls', type: 'yes-no', question: 'Yes?' }],
};

const apply = (before: Programme, ...edits: ProgrammeEdit[]): AppliedEdits => applyEdits(before, edits, UNUSED);
const agendaIds = ({ agenda }: Programme) => agenda.map(({ id }) => id).join('');

test.each<[string, ProgrammeEdit]>([
  ['a changed field', { op: 'set', list: 'agenda', id: 'b', field: 'title', from: 'Session b', to: 'New' }],
  ['a new field', { op: 'set', list: 'agenda', id: 'b', field: 'room', from: null, to: 'Oak' }],
  ['an emptied list', { op: 'set', list: 'agenda', id: 'b', field: 'speakers', from: ['ada'], to: [] }],
  ['a field of the event', { op: 'set', list: 'event', id: null, field: 'name', from: 'Summit', to: 'Forum' }],
  ['a text', { op: 'set', list: 'texts', id: null, field: 'about', from: '', to: '# Us' }],
  ['a new entry', { op: 'add', list: 'agenda', fields: { title: 'Lunch' }, after: 'a' }],
  ['a removed entry', { op: 'remove', list: 'agenda', id: 'c', from: { title: 'Session c', speakers: ['ada'] } }],
  [
    'the first entry, removed',
    { op: 'remove', list: 'agenda', id: 'a', from: { title: 'Session a', speakers: ['ada'] } },
  ],
  ['a moved entry', { op: 'move', list: 'agenda', id: 'a', after: 'c' }],
])('edits: %s is taken back by what it answers', (_, edit) => {
  const { programme, undo, conflicts } = apply(PROGRAMME, edit);

  expect(conflicts).toEqual([]);
  expect(diffProgrammes(PROGRAMME, programme)).toHaveLength(1);
  expect(apply(programme, ...undo).programme).toEqual(PROGRAMME);
});

test('edits: a value that another member has changed, and an entry that is gone, are conflicts, and nothing is made', () => {
  const set = { op: 'set', list: 'agenda', field: 'title' } as const;
  const done = apply(
    PROGRAMME,
    { op: 'move', list: 'agenda', id: 'a', after: null },
    { ...set, id: 'a', from: 'Old', to: 'New' },
    { ...set, id: 'gone', from: null, to: 'New' },
    { op: 'remove', list: 'agenda', id: 'b', from: { title: 'Old', speakers: ['ada'] } },
    { op: 'add', list: 'speakers', id: 'a', fields: { name: 'A' } },
  );

  expect(done.conflicts).toEqual([
    { index: 1, reason: 'changed', current: 'Session a' },
    { index: 2, reason: 'gone', current: null },
    { index: 3, reason: 'changed', current: 'Session b' },
    { index: 4, reason: 'taken', current: null },
  ]);
  expect(done).toMatchObject({ programme: PROGRAMME, added: [], undo: [] });
});

test('edits: both members set the same: that is no conflict', () => {
  const edit = { op: 'set', list: 'agenda', id: 'a', field: 'title', from: 'Old', to: 'Session a' } as const;

  expect(apply(PROGRAMME, edit)).toMatchObject({ conflicts: [], undo: [] });
});

test('edits: a new entry gets an id of its title, and never one that was used before', () => {
  const used = { published: new Map([['lunch', 'agenda' as const]]), removed: new Set(['lunch-2']) };
  const lunch = { op: 'add', list: 'agenda', fields: { title: 'Lunch' } } as const;
  const long = { op: 'add', list: 'agenda', fields: { title: 'Ünïcode & more '.repeat(9) } } as const;

  const { added } = applyEdits(PROGRAMME, [lunch, lunch, long, { ...lunch, fields: {} }], used);

  expect(added.slice(0, 2)).toEqual(['lunch-3', 'lunch-4']);
  expect(added[2]).toMatch(/^unicode-more-[a-z-]{30,45}$/);
  expect(added[3]).toBe('agenda');
  // One that comes back keeps its id; in another list it would get the votes of what had it.
  const back = { ...lunch, id: 'lunch' };
  expect(applyEdits(PROGRAMME, [back], used).added).toEqual(['lunch']);
  expect(
    applyEdits(PROGRAMME, [{ ...back, list: 'speakers', fields: { name: 'Lunch' } }], used).conflicts,
  ).toHaveLength(1);
});

test.each<[string, ProgrammeEdit]>([
  ['shape', { op: 'set', list: 'agenda', id: 'a', field: 'shape', from: null, to: 'x' }],
  ['id', { op: 'set', list: 'agenda', id: 'a', field: 'id', from: 'a', to: 'x' }],
  ['title', { op: 'set', list: 'agenda', id: 'a', field: 'title', from: null, to: ['x'] }],
  ['speakers', { op: 'add', list: 'agenda', fields: { speakers: 'ada' } }],
  ['body', { op: 'add', list: 'agenda', fields: { body: 'x'.repeat(30_001) } }],
  ['../logo.svg', { op: 'set', list: 'pictures', id: null, field: '../logo.svg', from: null, to: 'a'.repeat(64) }],
  ['logo.svg', { op: 'set', list: 'pictures', id: null, field: 'logo.svg', from: null, to: 'not a hash' }],
  ['id', { op: 'add', list: 'agenda', id: 'Not An Id', fields: {} }],
  ['__proto__', { op: 'set', list: 'event', id: null, field: '__proto__', from: null, to: 'x' }],
])('edits: %s that no draft can have is refused by its name', (field, edit) => {
  expect(() => apply(PROGRAMME, edit)).toThrow(
    expect.objectContaining({ kind: 'invalid', errors: { [field]: expect.any(String) } }),
  );
});

test('edits: what differs between two programmes becomes edits that make one of the other, and a move is one', () => {
  const moved = apply(PROGRAMME, { op: 'move', list: 'agenda', id: 'a', after: 'd' }).programme;
  expect(agendaIds(moved)).toBe('bcda');
  expect(diffProgrammes(PROGRAMME, moved)).toMatchObject([{ kind: 'moved', id: 'a' }]);

  for (let seed = 1; seed <= 200; seed++) {
    const random = repeatableRandom(seed);
    const [one, other] = [randomProgramme(random), randomProgramme(random)];
    const { programme, conflicts, undo } = apply(one, ...editsBetween(one, other));
    expect([seed, conflicts, diffProgrammes(programme, other)]).toEqual([seed, [], []]);
    expect([seed, apply(programme, ...undo).programme]).toEqual([seed, one]);
  }
});

/** Entries of the same few ids, in any order, in two lists. */
function randomProgramme(random: (name: string) => number): Programme {
  const ids = [...'abcdefgh'].sort(() => random('order') - 0.5).filter(() => random('kept') < 0.7);
  const at = Math.floor(random('split') * ids.length);
  const entry = (id: string, field: string) => ({
    id,
    ...(random('field') < 0.7 && { [field]: `${random('value')}` }),
  });
  return {
    ...PROGRAMME,
    event: { name: `Summit ${random('name')}` },
    agenda: ids.slice(0, at).map((id) => entry(id, 'title')),
    speakers: ids.slice(at).map((id) => entry(id, 'name')),
  };
}

test.each<[string, ProgrammeList, Record<string, string>, string]>([
  ['a set of polls', 'campaigns', { title: 'Speakers' }, 'speakers-2'],
  ['a set of polls', 'campaigns', { title: 'Pre-event' }, 'pre-event-2'],
  ['a set of polls', 'campaigns', { title: 'Polls' }, 'polls'],
  ['a session', 'agenda', { title: 'Post-Event' }, 'post-event-2'],
  ['a session', 'agenda', { title: 'Polls' }, 'polls-2'],
  ['a session', 'agenda', { title: 'Table Tennis' }, 'agenda-table-tennis'],
  ['a session', 'agenda', { title: 'Frab' }, 'agenda-frab'],
  ['a session', 'agenda', { title: 'Tables' }, 'tables'],
  ['a speaker', 'speakers', { name: 'Sessionize Staff' }, 'speakers-sessionize-staff'],
])('edits: %s (%s) gets no id that stands for something else: %j', (_, list, fields, id) => {
  const { added } = apply({ ...PROGRAMME, campaigns: [], questions: [] }, { op: 'add', list, fields });
  expect(added).toEqual([id]);
});

test('edits: a survey is added by its id', () => {
  const survey = { op: 'add', list: 'campaigns', id: 'pre-event', fields: { title: 'Before the event' } } as const;
  expect(apply(PROGRAMME, survey).added).toEqual(['pre-event']);
});
