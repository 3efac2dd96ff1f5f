import { choicesOf } from '@companion/contract/pollFigures';
import type { QuestionRow } from '../platform/db/eventSchema.ts';

export interface Option {
  number: number;
  words: string;
}

/** As answers name them, in the order of the choices. */
const YES_NO: Option[] = [
  { number: 1, words: 'yes' },
  { number: 0, words: 'no' },
];

type TypedQuestion = Pick<QuestionRow, 'type' | 'options'>;

/** The options of a question, in the order in which the app shows them; none for a question of type comment. */
export const optionsOf = ({ type, options }: TypedQuestion): Option[] =>
  type === 'yes-no'
    ? YES_NO
    : choicesOf({ questionTypes: type, options: JSON.parse(options) }).map((words, index) => ({
        number: index + 1,
        words,
      }));

/**
 * The options that an account chose, as numbers and as text.
 * @param answers JSON as it is stored: `["yes"]`, `[4]`, `[1,3]`
 */
export function chosenOptions(question: TypedQuestion, answers: string): Option[] {
  const offered = optionsOf(question);
  const chosen: (string | number)[] = JSON.parse(answers);
  return chosen.map(
    (choice) =>
      offered.find(({ number, words }) => (typeof choice === 'number' ? number : words) === choice) ?? {
        // A later pack has other options or another type for the question.
        number: typeof choice === 'number' ? choice : 0,
        words: `option ${choice}, no longer offered`,
      },
  );
}
