import type { Question } from '@companion/contract/question';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { CheckIcon, ChevronRightIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import styles from './QuestionList.module.css';

export interface QuestionListProps {
  questions: readonly Question[];
  /** The id of the heading of the list. */
  labelledBy?: string;
}

/** A list of questions, each linking to its page. */
export function QuestionList({ questions, labelledBy }: QuestionListProps) {
  return (
    <ol className={styles.questions} aria-label={labelledBy ? undefined : 'Questions'} aria-labelledby={labelledBy}>
      {questions.map(({ id, campaignId, question }) => (
        <li key={`${campaignId}/${id}`}>
          <Link to={paths.question(campaignId, id)} className={styles.question}>
            {question}
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** §2: shows when no question is open. */
export const AllAnswered = ({ action }: { action: ReactNode }) => (
  <Message icon={<CheckIcon />} action={action}>
    <p>You have answered all the questions. Thank you!</p>
  </Message>
);
