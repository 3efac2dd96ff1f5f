import type { Question } from '@companion/contract/question';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { CheckIcon } from '../ui/icons.tsx';
import styles from './QuestionPage.module.css';
import { surveyOf, surveyProgress, waitingPolls } from './surveys.ts';
import { useFinishSurvey } from './useFinishSurvey.ts';

export interface ThankYouProps {
  question: Question;
  questions: readonly Question[];
  /** The answer to what was just sent; undefined where the question had been answered before. */
  reply: { nextQuestionId?: string } | undefined;
}

/** After an answer (§4): on to the next question, or back to the dashboard. */
export function ThankYou({ question: { campaignId, id }, questions, reply }: ThankYouProps) {
  const firstName = useAppSelector(selectProfile)?.firstName;
  const survey = surveyOf(campaignId);
  const nextId = reply?.nextQuestionId;
  // A page that was answered before knows no next question, yet the survey may not be done.
  const open = reply ? undefined : surveyProgress(questions, campaignId).unanswered[0];
  // The list may be older than the answer.
  const others = survey ? [] : waitingPolls(questions).filter((other) => other.id !== id);
  const { finish, isBusy } = useFinishSurvey(campaignId);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);

  // The form that had the focus is gone.
  useEffect(() => {
    if (reply) heading.current?.focus({ preventScroll: true });
  }, [reply]);

  return (
    <div className={styles.thanks}>
      <span className={styles.mark}>
        <CheckIcon />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {firstName ? `Thank you, ${firstName}!` : 'Thank you!'}
      </h1>
      <p>
        {nextId || open || others.length > 0
          ? 'Your answer is in. There is a little more to ask.'
          : 'Your answer is in. It helps us make the summit better.'}
      </p>
      {nextId ? (
        <Button onClick={() => navigate(paths.question(campaignId, nextId))}>Next Question</Button>
      ) : (
        <Button busy={isBusy} disabled={isBusy} onClick={finish}>
          Return to Dashboard
        </Button>
      )}
      {survey && open && (
        <Link to={paths.question(campaignId, open.id)} className={buttonClass('secondary')}>
          Continue the Survey
        </Link>
      )}
      {!nextId && others.length > 0 && (
        <Link to={paths.polls} className={buttonClass('secondary')}>
          More Questions
        </Link>
      )}
    </div>
  );
}
