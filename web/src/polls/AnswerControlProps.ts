import type { Answer, Question } from '@companion/contract/question';

export interface AnswerControlProps {
  question: Question;
  /** The answer as chosen or typed so far. */
  answer: Required<Answer>;
  onChange: (answer: Required<Answer>) => void;
}
