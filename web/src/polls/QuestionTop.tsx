import type { Question } from '@companion/contract/question';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { ClosingTime } from './ClosingTime.tsx';
import styles from './QuestionPage.module.css';
import { placeOf, type SurveyProgress, surveyOf, surveyProgress } from './surveys.ts';

interface QuestionTopProps {
  question: Question;
  questions: readonly Question[];
  /** Until it closes; undefined if there is no countdown, or nothing to answer. */
  secondsLeft: number | undefined;
}

/** A link back to the survey or the polls, the place of the question: "2 of 5", and how much of a survey is answered. */
export function QuestionTop({ question, questions, secondsLeft }: QuestionTopProps) {
  const survey = surveyOf(question.campaignId);
  const { path, title } = survey ?? { path: paths.polls, title: 'All questions' };
  const place = placeOf(questions, question);
  return (
    <div className={styles.top}>
      <div className={styles.row}>
        <UpLink to={path}>{title}</UpLink>
        {/* Here, because it comes a second after the choices and must not push them away from a finger. */}
        {secondsLeft !== undefined && <ClosingTime secondsLeft={secondsLeft} />}
        {place && (
          <span className={styles.count}>
            {place.place} of {place.places}
          </span>
        )}
      </div>
      {survey && <SurveyBar {...surveyProgress(questions, question.campaignId)} />}
    </div>
  );
}

const SurveyBar = ({ total, answered }: SurveyProgress) => (
  <ProgressBar
    label="Questions answered"
    value={total > 0 ? (100 * answered) / total : 0}
    valueText={`${answered} of ${total}`}
  />
);
