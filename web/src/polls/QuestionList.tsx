import type { Question } from '@companion/contract/question';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { ChevronRightIcon } from '../ui/icons.tsx';
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
