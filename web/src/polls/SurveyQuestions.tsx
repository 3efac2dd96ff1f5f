import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { QuestionList } from './QuestionList.tsx';
import styles from './SurveyPage.module.css';
import type { SurveyProgress } from './surveys.ts';

/** The progress, a button to the first open question, and the list of all open questions. */
export function SurveyQuestions({ total, answered, unanswered }: SurveyProgress) {
  const [first] = unanswered;
  const count = `${answered} of ${total}`;
  return (
    <>
      <div className={styles.progress}>
        <ProgressBar label="Questions answered" value={(100 * answered) / total} valueText={count} />
        <p className={styles.count}>{count} answered</p>
      </div>
      {first && (
        <Link to={paths.question(first.campaignId, first.id)} className={`${buttonClass()} ${styles.start}`}>
          {answered > 0 ? 'Continue the Survey' : 'Start the Survey'}
        </Link>
      )}
      <QuestionList questions={unanswered} />
    </>
  );
}
