import type { QuestionsState, StagePoll } from '@companion/contract/live';
import type { Question } from '@companion/contract/question';
import { expect, test } from 'vitest';
import { currentList } from './currentList.ts';

const asked = { questionTypes: 'yes-no' as const, options: [], campaignTitle: 'Polls', places: 9 };
const question = (id: string, place: number, campaignId = 'polls'): Question => ({
  ...{ ...asked, id, campaignId, place, question: `${id}?`, answered: false, closed: false },
});
const staged = (questionId: string, place: number, campaignId = 'polls'): StagePoll => ({
  ...{ questionId, campaignId, state: 'open', closesAt: null, asked: { ...asked, place, question: `${questionId}?` } },
});
const changed = (...polls: [string, boolean][]): QuestionsState => ({
  revision: 1,
  changed: { since: 0, polls: polls.map(([questionId, closed]) => ({ questionId, closed })) },
});
const LIST = [question('s', 1, 'survey'), question('b', 2), question('d', 4), question('z', 1, 'other')];
const ids = (list?: Question[]) => list?.map(({ id }) => id).join('');

test.each([
  ['first', staged('a', 1), 'sabdz'],
  ['between', staged('c', 3), 'sbcdz'],
  ['last', staged('e', 5), 'sbdez'],
  ['of a new campaign', staged('n', 1, 'new'), 'sbdzn'],
  ['listed already', staged('b', 2), 'sbdz'],
])('list: the poll on stage has its place among those of its campaign: %s (decision 060)', (_, stage, expected) => {
  const list = currentList(LIST, { stage });
  expect(ids(list)).toBe(expected);
  expect(list?.find(({ id }) => id === stage.questionId)).toEqual(
    question(stage.questionId, stage.asked?.place ?? 0, stage.campaignId),
  );
});

test('list: polls get the states that were announced; others stay, and so does a list that is current (decision 060)', () => {
  const list = currentList(LIST, { stage: staged('c', 3), questions: changed(['b', true], ['c', false]) });
  expect(list?.map(({ id, closed }) => `${id}${closed ? ' closed' : ''}`)).toEqual(['s', 'b closed', 'c', 'd', 'z']);
  expect(currentList(list ?? [], { stage: null, questions: changed(['b', true], ['c', false]) })).toBe(list);
  expect(currentList(LIST, { stage: staged('b', 2), questions: { revision: 1 } })).toBe(LIST);
});

test('list: must be read where it lacks what was opened off stage, or a node of an earlier version names nothing (decision 060)', () => {
  expect(currentList(LIST, { stage: null, questions: changed(['c', false]) })).toBeUndefined();
  expect(currentList(LIST, { stage: { ...staged('c', 3), asked: undefined } })).toBeUndefined();
});
