import type { Question } from '@companion/contract/question';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { ChevronRightIcon } from '../ui/icons.tsx';
import styles from './QuestionList.module.css';

/** Questions to choose from, each leading to its page. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <ol className={styles.questions} aria-label="Questions">
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
