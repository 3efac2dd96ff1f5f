import type { Question } from '@companion/contract/question';
import { Link } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './QuestionPage.module.css';
import { positionOf, surveyOf, surveyProgress } from './surveys.ts';

/** The way back to the survey, and where one is in it: "2 of 5". */
export function QuestionTop({ question, questions }: { question: Question; questions: readonly Question[] }) {
  const survey = surveyOf(question.campaignId);
  const { total, answered } = surveyProgress(questions, question.campaignId);
  if (!survey) return null;
  return (
    <div className={styles.top}>
      <div className={styles.row}>
        <Link to={survey.path} className={styles.back}>
          <ArrowLeftIcon />
          {survey.title}
        </Link>
        {total > 0 && (
          <span className={styles.count}>
            {positionOf(questions, question)} of {total}
          </span>
        )}
      </div>
      <ProgressBar
        label="Questions answered"
        value={total > 0 ? (100 * answered) / total : 0}
        valueText={`${answered} of ${total}`}
      />
    </div>
  );
}
