import * as z from 'zod/mini';
import { COMMENT_MAX, SCALE_MAX } from './constants.ts';
import { defineCall } from './defineCall.ts';
import type { Question } from './question.ts';
import { isBlank, optionalText } from './text.ts';
import { textOrEmpty } from './tolerant.ts';

/** The 409 for an answer to a closed question. It differs from the 409 for a different answer than the stored one. */
export const POLL_CLOSED = 'This poll is closed.';
/** The 400 for an answer whose numbers do not mean the options any more that the attendee chose. */
export const QUESTION_CHANGED = 'This question has changed. Please choose again.';

const A_LIST = { error: 'Must be a list of answers' };
/** No question has more options. It is checked first: a message for each of 20,000 values would hold up everyone. */
const AT_MOST = z.maxLength(200, A_LIST);
const AN_AGE = { error: 'Must be a number of milliseconds, 0 or more' };

/** `["yes"]`, `[4]`, `[2]` (1-based), `[1,3]`, or `[]` with a comment (decision 032). */
export const answerFields = z.object({
  campaignId: z.string({ error: 'Required' }),
  questionId: z.string({ error: 'Required' }),
  answers: z
    .array(z.union([z.string(A_LIST).check(z.maxLength(10, A_LIST)), z.int(A_LIST)], A_LIST), A_LIST)
    .check(AT_MOST),
  comment: optionalText(COMMENT_MAX),
  /**
   * Ours: {@link chosenTexts} as the attendee saw them. Until a question has an answer, staff may change its options, and
   * a number then means another one. Only with options, as the specification has no such field.
   */
  chosen: z.optional(z.array(z.string(A_LIST), A_LIST).check(AT_MOST)),
  /**
   * Ours, of an answer that the phone had to keep: how long ago it was made, in milliseconds. One that was made before the
   * closing then still counts (decision 053). It is not a time, because the clock of a phone may be wrong.
   */
  ageMs: z.optional(z.int(AN_AGE).check(z.nonnegative(AN_AGE))),
});
export type Answer = Pick<z.infer<typeof answerFields>, 'answers' | 'comment'>;

/** The options that an answer has chosen, in words; undefined for a question without options of its own. */
export const chosenTexts = (
  { questionTypes, options }: Pick<Question, 'questionTypes' | 'options'>,
  answers: Answer['answers'],
): string[] | undefined =>
  questionTypes.endsWith('options') ? answers.map((answer) => options[Number(answer) - 1] ?? '') : undefined;

/** Validates an answer to this question (§3, §5). @returns a message per field; undefined if the answer is valid */
export function answerProblems(
  asked: Pick<Question, 'questionTypes' | 'options'>,
  { answers, comment }: Answer,
): Partial<Record<'answers' | 'comment', string>> | undefined {
  if (asked.questionTypes === 'comment') {
    if (answers.length > 0) return { answers: 'A comment has no choices' };
    return isBlank(comment ?? '') ? { comment: 'Required' } : undefined;
  }
  if (asked.questionTypes === 'multiple-options') {
    const fits =
      answers.length > 0 && new Set(answers).size === answers.length && answers.every(inRange(asked.options.length));
    return fits ? undefined : { answers: 'Choose at least one of the options' };
  }
  const [only] = answers;
  if (answers.length !== 1 || only === undefined) return { answers: 'Choose one answer' };
  const fits =
    asked.questionTypes === 'yes-no'
      ? only === 'yes' || only === 'no'
      : inRange(asked.questionTypes === 'options' ? asked.options.length : SCALE_MAX)(only);
  return fits ? undefined : { answers: 'Choose one of the answers' };
}

const inRange = (max: number) => (choice: string | number) =>
  typeof choice === 'number' && choice >= 1 && choice <= max;

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/public/questions/{questionId}',
  caller: 'account',
  summary:
    'Answers a question once. The same answer again is 200 with the same reply, a different one 409, and so is one after the closing, unless it was made before.',
  body: answerFields,
  repeatsParams: true,
  sendsAge: true,
  answer: z.object({ message: z.string(), nextQuestionId: z.optional(z.string()) }),
  read: z.catch(z.object({ message: textOrEmpty, nextQuestionId: z.catch(z.optional(z.string()), undefined) }), {
    message: '',
  }),
});
