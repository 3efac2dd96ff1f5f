import type { Answer } from '@companion/contract/answer';
import type { Question } from '@companion/contract/question';

export interface AnswerControlProps {
  question: Question;
  /** The answer as chosen or typed so far. */
  answer: Required<Answer>;
  /** Nothing happens while the answer is being sent. */
  onChange: (answer: Required<Answer>) => void;
  /** The answer is being sent. */
  isReadOnly: boolean;
}
