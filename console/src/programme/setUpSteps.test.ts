import { expect, test } from 'vitest';
import { emptyDraft, NOTHING_READY, READY, readyDraft } from './exampleDraft.ts';
import { setUpSteps } from './setUpSteps.ts';

const steps = (draft = readyDraft(), readiness = READY) =>
  setUpSteps(draft, readiness)
    .filter(({ state }) => state !== 'done')
    .map(({ id, state }) => [id, state]);
const oneOf = <Item extends { id: string }>(items: Item[], id: string) => items.find((item) => item.id === id);

test('set-up: on an empty server each step is open, those without which nothing can be published as missing', () => {
  expect(steps(emptyDraft(), NOTHING_READY)).toEqual([
    ['event', 'missing'],
    ['sessions', 'missing'],
    ['speakers', 'advised'],
    ['polls', 'advised'],
    ['texts', 'missing'],
    ['publish', 'missing'],
    ['attendees', 'advised'],
    ['staff', 'advised'],
    ['doors', 'advised'],
  ]);
});

test('set-up: a published event leaves the last look before the doors open', () => {
  expect(steps()).toEqual([['doors', 'advised']]);
});

test('set-up: the step of sponsors and speakers is done once there are both, and counts them together', () => {
  const draft = readyDraft();
  draft.programme.sponsors = [];
  const step = () => oneOf(setUpSteps(draft, READY), 'speakers');
  expect(step()).toMatchObject({ state: 'advised', text: '3. Speakers and sponsors: 1 entry' });
  draft.programme.speakers.push({ id: 'bo', name: 'Bo' });
  expect(step()).toMatchObject({ state: 'advised', text: '3. Speakers and sponsors: 2 entries' });
  draft.programme.sponsors = [{ id: 'acme', name: 'Acme' }];
  expect(step()).toMatchObject({ state: 'done', text: '3. Speakers and sponsors: 3 entries' });
});

test('set-up: an edit after the publication opens that step again', () => {
  const draft = readyDraft();
  expect(steps({ ...draft, draft: { ...draft.draft, changes: 1 } })).toEqual([
    ['publish', 'missing'],
    ['doors', 'advised'],
  ]);
});

test('set-up: a name alone is no event: it needs a host and a date of its own, too', () => {
  const draft = emptyDraft();
  draft.programme.event.name = 'River Summit';
  expect(oneOf(setUpSteps(draft, READY), 'event')?.state).toBe('missing');
  draft.programme.event.host = 'Riverside Partners';
  expect(oneOf(setUpSteps(draft, READY), 'event')?.state).toBe('missing');
  draft.programme.event.firstDay = '2031-06-01';
  expect(oneOf(setUpSteps(draft, READY), 'event')?.state).toBe('done');
});
