import { SCALE_MAX } from '@companion/contract/limits';
import type { QuestionRow } from '../platform/db/schema.ts';

export interface Option {
  number: number;
  words: string;
}

/** What the app shows with the faces of `range-face-5`, 1 to 5. */
const FACES = ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'];
const YES_NO: Option[] = [
  { number: 1, words: 'yes' },
  { number: 0, words: 'no' },
];

type Asked = Pick<QuestionRow, 'type' | 'options'>;

/** What may be chosen, in the order in which it is shown; nothing where words are asked for. */
export function optionsOf({ type, options }: Asked): Option[] {
  if (type === 'comment') return [];
  if (type === 'yes-no') return YES_NO;
  if (type === 'range-face-5') return numbered(FACES);
  if (type === 'range-number-5') return numbered(Array.from({ length: SCALE_MAX }, (_, index) => String(index + 1)));
  return numbered(JSON.parse(options));
}

const numbered = (words: string[]): Option[] => words.map((word, index) => ({ number: index + 1, words: word }));

/**
 * What an account chose, as numbers and in words.
 * @param answers JSON as it is stored: `["yes"]`, `[4]`, `[1,3]`
 */
export function chosenOptions(asked: Asked, answers: string): Option[] {
  const offered = optionsOf(asked);
  const chosen: (string | number)[] = JSON.parse(answers);
  return chosen.map(
    (choice) =>
      offered.find(({ number, words }) => (typeof choice === 'number' ? number : words) === choice) ?? {
        // The pack was loaded anew with other options, or as a question of another type.
        number: typeof choice === 'number' ? choice : 0,
        words: `option ${choice}, no longer offered`,
      },
  );
}
