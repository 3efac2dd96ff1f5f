import { expect, test } from 'vitest';
import { paths } from '../paths.ts';
import { checklistOf } from './checklistOf.ts';
import { emptyDraft, NOTHING_READY, READY, readyDraft } from './exampleDraft.ts';

const open = (draft = readyDraft(), readiness = READY) =>
  checklistOf(draft, readiness)
    .filter(({ state }) => state !== 'done')
    .map(({ id, state, text }) => [id, state, text]);
const oneOf = <Item extends { id: string }>(items: Item[], id: string) => items.find((item) => item.id === id);

test('checklist: an event that has everything misses nothing', () => {
  expect(open()).toEqual([]);
});

test('checklist: a server without an event misses all of it, always in the same order', () => {
  expect(open(emptyDraft(), NOTHING_READY)).toEqual([
    ['event', 'missing', 'The event has no name and host of its own'],
    ['firstDay', 'missing', 'The first day is “today”, so that the event moves every day'],
    ['helpDesk', 'missing', 'Messages name a help desk that is an example'],
    ['sessions', 'missing', 'There is no session'],
    ['privacy', 'missing', 'There is no privacy policy'],
    ['surveys', 'advised', 'The surveys have no questions'],
    ['published', 'missing', 'Nothing is published'],
    ['logo', 'advised', 'The event has no logo of its own'],
    ['messages', 'missing', 'Messages go to the outbox of this server only'],
    ['attendees', 'advised', 'There are no attendees'],
    ['staff', 'advised', 'You are the only member of the staff'],
    ['screens', 'advised', 'There is no stage screen'],
    ['backup', 'advised', 'There is no backup of today'],
  ]);
  const ids = (items: { id: string }[]) => items.map(({ id }) => id);
  // About rooms, speakers, pictures and logos there is nothing to say yet.
  const aboutEntries = ['rooms', 'speakers', 'pictures', 'logos'];
  expect(ids(checklistOf(emptyDraft(), NOTHING_READY))).toEqual(
    ids(checklistOf(readyDraft(), READY)).filter((id) => !aboutEntries.includes(id)),
  );
});

test('checklist: sessions lead to the import while there are none, and to their list afterwards', () => {
  expect(oneOf(checklistOf(emptyDraft(), READY), 'sessions')?.path).toBe(paths.importSessions);
  expect(oneOf(checklistOf(readyDraft(), READY), 'sessions')?.path).toBe(paths.programme);
});

test('checklist: what a session lacks is advised, with how many lack it', () => {
  const draft = readyDraft();
  draft.programme.agenda.push(
    { id: 'a', title: 'A', room: 'Hall' },
    { id: 'b', title: 'B', speakers: [] },
    { id: 'c', title: 'C', room: '' },
  );
  expect(open(draft)).toEqual([
    ['rooms', 'advised', '2 sessions without a room'],
    ['speakers', 'advised', '3 sessions without a speaker'],
  ]);
});

test('checklist: speakers without a picture and sponsors without a logo are advised, with the way to the first', () => {
  const draft = readyDraft();
  draft.programme.speakers.push({ id: 'bo', name: 'Bo' }, { id: 'cy', name: 'Cy', picture: '' });
  draft.programme.sponsors.push({ id: 'birch', name: 'Birch' });
  expect(open(draft)).toEqual([
    ['pictures', 'advised', '2 speakers without a picture'],
    ['logos', 'advised', '1 sponsor without a logo'],
  ]);
  const items = checklistOf(draft, READY);
  expect(oneOf(items, 'pictures')).toMatchObject({ path: `${paths.speaker('bo')}#picture`, action: 'Upload' });
  expect(oneOf(items, 'logos')).toMatchObject({ path: `${paths.sponsor('birch')}#logo`, action: 'Upload' });
  expect(oneOf(checklistOf(readyDraft(), READY), 'pictures')?.path).toBe(paths.speakers);
});

test('checklist: problems keep it from being published, warnings do not', () => {
  const finding = { list: 'agenda', id: 'opening', field: 'end', text: 'is odd' };
  expect(open({ ...readyDraft(), problems: [finding], warnings: [finding, finding] })).toEqual([
    ['problems', 'missing', '1 problem'],
    ['warnings', 'advised', '2 warnings'],
  ]);
});

test('checklist: a text that the pack left to be edited is a placeholder, wherever it is', () => {
  const draft = readyDraft();
  draft.programme.texts.about = 'EDIT: who we are';
  draft.programme.event.helpDeskEmail = 'edit@example.com';
  expect(open(draft)).toEqual([['placeholders', 'missing', '2 texts still to be written']]);
  draft.programme.event.helpDeskEmail = 'desk@summit.example';
  draft.programme.texts.about = 'We edit nothing, and EDITORS are welcome';
  expect(open(draft)).toEqual([]);
});

test('checklist: one survey without questions is named', () => {
  const draft = readyDraft();
  draft.programme.questions = draft.programme.questions.filter(({ campaign }) => campaign !== 'post-event');
  expect(open(draft)).toEqual([['surveys', 'advised', 'The post-event survey has no questions']]);
  draft.programme.campaigns = draft.programme.campaigns.filter(({ id }) => id !== 'pre-event');
  expect(open(draft)).toEqual([['surveys', 'advised', 'The surveys have no questions']]);
});

test('checklist: what was edited since is not published', () => {
  const draft = readyDraft();
  expect(open({ ...draft, draft: { ...draft.draft, changes: 3 } })).toEqual([
    ['published', 'missing', '3 changes not published'],
  ]);
});

test.each([
  [{ sendsSms: false }, 'This server sends no text messages'],
  [{ sendsMail: false }, 'This server sends no e-mail'],
  [{ sendsSms: false, sendsMail: false }, 'This server sends no text messages and no e-mail'],
  [{ isOutboxOnly: true }, 'Messages go to the outbox of this server only'],
])('checklist: messages that are not sent are missing: %o', (more, text) => {
  expect(open(readyDraft(), { ...READY, ...more })).toEqual([['messages', 'missing', text]]);
});

test('checklist: invitations are missing while someone who waits has none, and not where no one waits', () => {
  const waiting = { ...READY, registered: 0, prepared: 1200, notInvited: 1200 };
  expect(open(readyDraft(), waiting)).toEqual([['invitations', 'missing', '1,200 attendees not invited']]);
  expect(open(readyDraft(), { ...waiting, notInvited: 0 })).toEqual([]);
  expect(open(readyDraft(), { ...READY, registered: 1, prepared: 0 })).toEqual([]);
});
