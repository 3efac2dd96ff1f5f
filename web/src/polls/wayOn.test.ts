import type { Question } from '@companion/contract/question';
import { expect, test } from 'vitest';
import { wayOn } from './wayOn.ts';

const question = (id: string, answered: boolean, campaignId = 'pre-event'): Question => ({
  id,
  campaignId,
  question: `Question ${id}?`,
  questionTypes: 'yes-no',
  options: [],
  answered,
});
const loaded = (...questions: Question[]) => ({ questions, isLoading: false });
const survey = (a: boolean, b: boolean, c: boolean) =>
  loaded(question('a', a), question('b', b), question('other', false, 'stage'), question('c', c));
const b = question('b', true);

test('way on: the next question that the server named (§4)', () => {
  expect(wayOn(b, { nextQuestionId: 'c' }, survey(true, true, true))).toEqual({ to: 'next', questionId: 'c' });
});

test('way on: answered before, to the next open question of the survey, from the first again after the last', () => {
  expect(wayOn(b, undefined, survey(false, true, false))).toEqual({ to: 'open', questionId: 'c' });
  expect(wayOn(b, undefined, survey(false, true, true))).toEqual({ to: 'open', questionId: 'a' });
});

test('way on: a survey is finished only where no question of it is open (§4)', () => {
  expect(wayOn(b, undefined, survey(true, true, true))).toEqual({ to: 'finish' });
  expect(wayOn(b, {}, survey(true, false, true))).toEqual({ to: 'finish' });
  expect(wayOn(b, {}, survey(false, true, true))).toEqual({ to: 'open', questionId: 'a' });
});

test('way on: while the list is not there, only the reply can say that nothing is open', () => {
  expect(wayOn(b, undefined, { questions: undefined, isLoading: true })).toEqual({ to: 'unknown' });
  expect(wayOn(b, undefined, { questions: undefined, isLoading: false })).toEqual({ to: 'dashboard' });
  expect(wayOn(b, {}, { questions: undefined, isLoading: true })).toEqual({ to: 'finish' });
  expect(wayOn(b, {}, { questions: undefined, isLoading: false })).toEqual({ to: 'finish' });
});

test('way on: other campaigns have nothing to complete (§4)', () => {
  const poll = question('k', true, 'stage');
  expect(wayOn(poll, undefined, loaded(poll, question('l', false, 'stage')))).toEqual({ to: 'finish' });
});
