import { expect, test } from 'vitest';
import { answerText } from './answerText.ts';

const options = ['Tea, green', 'Coffee', 'Water'];

test.each([
  ['yes-no', ['no'], 'No'],
  ['range-face-5', [5], 'Very good'],
  ['range-number-5', [4], '4 of 5'],
  ['options', [2], 'Coffee'],
  ['multiple-options', [1, 3], 'Tea, green; Water'],
  ['comment', [], ''],
  // The organizer has removed the option since.
  ['options', [9], '9'],
] as const)('answer text: %s %j is “%s”', (questionTypes, answers, text) => {
  expect(answerText({ questionTypes, options }, [...answers])).toBe(text);
});
