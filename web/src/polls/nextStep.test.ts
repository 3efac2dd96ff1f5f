import type { Question } from '@companion/contract/question';
import { expect, test } from 'vitest';
import { nextStep } from './nextStep.ts';

const question = (id: string, answered: boolean, campaignId = 'pre-event'): Question => ({
  id,
  campaignId,
  question: `Question ${id}?`,
  questionTypes: 'yes-no',
  options: [],
  answered,
  closed: false,
});
const loaded = (...questions: Question[]) => ({ questions, isLoading: false });
const survey = (a: boolean, b: boolean, c: boolean) =>
  loaded(question('a', a), question('b', b), question('other', false, 'stage'), question('c', c));
const b = question('b', true);

test('next step: the question that the server named (§4)', () => {
  expect(nextStep(b, { nextQuestionId: 'c' }, survey(true, true, true))).toEqual({ to: 'next', questionId: 'c' });
});

test('next step: for an earlier answer, the next open question of the survey, from the first again after the last', () => {
  expect(nextStep(b, undefined, survey(false, true, false))).toEqual({ to: 'open', questionId: 'c' });
  expect(nextStep(b, undefined, survey(false, true, true))).toEqual({ to: 'open', questionId: 'a' });
});

test('next step: a reply that names no question finishes the survey, whatever the list says (§4)', () => {
  expect(nextStep(b, {}, survey(true, false, true))).toEqual({ to: 'finish' });
  expect(nextStep(b, {}, survey(false, true, true))).toEqual({ to: 'finish' });
  expect(nextStep(b, {}, { ...survey(false, true, true), isLoading: true })).toEqual({ to: 'finish' });
});

test('next step: without the reply, a survey is finished only when none of its questions is open', () => {
  expect(nextStep(b, undefined, survey(true, true, true))).toEqual({ to: 'finish' });
  expect(nextStep(b, { isWaiting: true }, survey(true, true, true))).toEqual({ to: 'finish' });
  expect(nextStep(b, { isWaiting: true }, survey(false, true, true))).toEqual({ to: 'next', questionId: 'a' });
});

test('next step: without the list, only the reply shows that no question is open', () => {
  expect(nextStep(b, undefined, { questions: undefined, isLoading: true })).toEqual({ to: 'unknown' });
  expect(nextStep(b, undefined, { questions: undefined, isLoading: false })).toEqual({ to: 'dashboard' });
  expect(nextStep(b, {}, { questions: undefined, isLoading: true })).toEqual({ to: 'finish' });
  expect(nextStep(b, {}, { questions: undefined, isLoading: false })).toEqual({ to: 'finish' });
});

test('next step: other campaigns have nothing to complete (§4)', () => {
  const poll = question('k', true, 'stage');
  expect(nextStep(poll, undefined, loaded(poll, question('l', false, 'stage')))).toEqual({ to: 'finish' });
});

test('next step: after a poll that was on stage none follows, whatever the list or an earlier version says (decision 060)', () => {
  const poll = question('k', true, 'stage');
  const known = { ...loaded(poll, question('l', false, 'stage')), wasOnStage: true };
  for (const reply of [undefined, {}, { isWaiting: true }, { nextQuestionId: 'l' }]) {
    expect(nextStep(poll, reply, known)).toEqual({ to: 'finish' });
  }
});
