import type { Question } from '@companion/contract/question';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { WaitingIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './QuestionPage.module.css';
import { positionOf, surveyOf, surveyProgress } from './surveys.ts';

interface QuestionTopProps {
  question: Question;
  questions: readonly Question[];
  /** Until it closes; undefined if there is no countdown, or nothing to answer. */
  secondsLeft: number | undefined;
}

/** A link back to the survey or the polls, and the position of the question: "2 of 5". */
export function QuestionTop({ question, questions, secondsLeft }: QuestionTopProps) {
  const { path, title } = surveyOf(question.campaignId) ?? { path: paths.polls, title: 'All questions' };
  const position = positionOf(questions, question);
  const { total, answered } = surveyProgress(questions, question.campaignId);
  return (
    <div className={styles.top}>
      <div className={styles.row}>
        <UpLink to={path}>{title}</UpLink>
        {/* Here, because it comes a second after the choices and must not push them away from a finger. */}
        {secondsLeft !== undefined && <ClosingTime secondsLeft={secondsLeft} />}
        {position !== undefined && (
          <span className={styles.count}>
            {position} of {total}
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

/** When a poll with a countdown closes. Not announced each second. */
function ClosingTime({ secondsLeft }: { secondsLeft: number }) {
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), String(secondsLeft % 60).padStart(2, '0')];
  return (
    <p role="timer" className={styles.closing}>
      <WaitingIcon />
      Closes in {minutes}:{seconds}
    </p>
  );
}
