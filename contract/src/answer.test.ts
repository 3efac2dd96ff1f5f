import { expect, test } from 'vitest';
import { type Answer, answerFields, answerProblems } from './answer.ts';
import { QUESTION_TYPES, type QuestionType } from './question.ts';

/** A question with three choices if its type has any. */
const asked = (questionTypes: QuestionType) => ({
  questionTypes,
  options: questionTypes.endsWith('options') ? ['Red', 'Green', 'Blue'] : [],
});

const CHOICES: [type: QuestionType, answers: Answer['answers'], message?: string][] = [
  ['yes-no', ['yes']],
  ['yes-no', ['no']],
  ['yes-no', [], 'Choose one answer'],
  ['yes-no', ['yes', 'no'], 'Choose one answer'],
  ['yes-no', ['maybe'], 'Choose one of the answers'],
  ['yes-no', [1], 'Choose one of the answers'],
  ...(['range-face-5', 'range-number-5'] as const).flatMap((type): [QuestionType, Answer['answers'], string?][] => [
    [type, [1]],
    [type, [5]],
    [type, [], 'Choose one answer'],
    [type, [1, 2], 'Choose one answer'],
    [type, [0], 'Choose one of the answers'],
    [type, [6], 'Choose one of the answers'],
    [type, ['3'], 'Choose one of the answers'],
  ]),
  ['options', [1]],
  ['options', [3]],
  ['options', [], 'Choose one answer'],
  ['options', [1, 2], 'Choose one answer'],
  ['options', [0], 'Choose one of the answers'],
  ['options', [4], 'Choose one of the answers'],
  ['options', ['Red'], 'Choose one of the answers'],
  ['multiple-options', [2]],
  ['multiple-options', [1, 2, 3]],
  ['multiple-options', [], 'Choose at least one of the options'],
  ['multiple-options', [1, 1], 'Choose at least one of the options'],
  ['multiple-options', [1, 4], 'Choose at least one of the options'],
  ['multiple-options', ['1'], 'Choose at least one of the options'],
  ['comment', [1], 'A comment has no choices'],
];

test.each(CHOICES)('answer: %s %j: %s (§3, §5)', (type, answers, message) => {
  const comment = type === 'comment' ? 'Words' : '';

  expect(answerProblems(asked(type), { answers, comment })).toEqual(message && { answers: message });
});

test.each([
  [undefined, { comment: 'Required' }],
  ['', { comment: 'Required' }],
  [' \n ', { comment: 'Required' }],
  ['More time between sessions', undefined],
])('answer: the comment %j (§5)', (comment, errors) => {
  expect(answerProblems(asked('comment'), { answers: [], comment })).toEqual(errors);
});

test('answer: every type of question has its rules (§3)', () => {
  expect([...new Set(CHOICES.map(([type]) => type))]).toEqual(QUESTION_TYPES);
});

test.each([
  [{ answers: 'yes' }, 'Must be a list of answers'],
  [{ answers: null }, 'Must be a list of answers'],
  [{}, 'Must be a list of answers'],
  [{ answers: [true] }, 'Must be a list of answers'],
  [{ answers: [2.5] }, 'Must be a list of answers'],
  [{ answers: ['x'.repeat(11)] }, 'Must be a list of answers'],
  [{ answers: [], comment: 7 }, 'Must be text'],
  [{ answers: [], comment: 'x'.repeat(5001) }, 'Must be 5000 characters or less'],
])('answer: %j is rejected with %s', (given, message) => {
  const { error } = answerFields.safeParse({ campaignId: 'polls', questionId: 'poll-a', ...given });

  expect(error?.issues[0]?.message).toBe(message);
});
