import { CONFIRM_FIRST } from '@companion/contract/constants';
import { isolated } from '@companion/contract/isolated';
import type { PollResults as Results } from '@companion/contract/live';
import type { Question } from '@companion/contract/question';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { PhoneConfirmation } from '../forms/PhoneConfirmation.tsx';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { dismissToasts } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { FinishButton } from './FinishButton.tsx';
import { type KnownQuestions, nextStep, type Reply } from './nextStep.ts';
import { PollResults } from './PollResults.tsx';
import styles from './QuestionPage.module.css';
import { surveyOf, waitingPolls } from './surveys.ts';
import { useFirstOnStage } from './useFirstOnStage.ts';

export interface ThankYouProps extends KnownQuestions {
  question: Question;
  reply: Reply | undefined;
  /** The answer has not been sent. */
  isWaiting: boolean;
  /** The answer waited, and the server rejected it with this message. */
  rejection: string | undefined;
  /** Of this question, once they are shown to attendees. */
  results: Results | undefined;
}

/** Thanks for an answer (§4) and links to the next question or the dashboard. */
export function ThankYou({ question, reply, isWaiting, rejection, results, ...known }: ThankYouProps) {
  const navigate = useNavigate();
  const { campaignId, id } = question;
  const firstName = useAppSelector(selectProfile)?.firstName;
  const step = nextStep(question, isWaiting ? { isWaiting } : reply, known);
  // The list may be older than this answer.
  const isAlone = known.wasOnStage || surveyOf(campaignId);
  const others = isAlone ? [] : waitingPolls(known.questions ?? []).filter((other) => other.id !== id);
  const isFirstOnStage = useFirstOnStage(question, reply !== undefined && !isWaiting);
  const whyConfirm = rejection === CONFIRM_FIRST ? CONFIRM_FIRST : isFirstOnStage && COUNTS_ONCE_CONFIRMED;
  const heading = useRef<HTMLHeadingElement>(null);

  // Results that are shown later must not push the buttons away.
  const [areResultsFirst] = useState(results !== undefined);
  const shown = results && <PollResults question={question} results={results} namesQuestion />;

  // Between two questions: short, with the button where the thumb is.
  const isBetween = step.to === 'next' && !rejection && !shown;

  const onward = (questionId: string) => {
    // That of this answer would lie over the next question.
    dismissToasts();
    navigate(paths.question(campaignId, questionId));
  };

  // The focused form is gone.
  useEffect(() => {
    if (reply) heading.current?.focus({ preventScroll: true });
  }, [reply]);

  return (
    <div className={styles.thanks} data-between={isBetween}>
      {!areResultsFirst && !rejection && (
        <span className={styles.mark}>
          <CheckIcon />
        </span>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {rejection ? 'Your answer was not accepted.' : firstName ? `Thank you, ${isolated(firstName)}!` : 'Thank you!'}
      </h1>
      {!isWaiting && !isBetween && (
        <p>
          {rejection ??
            (known.wasOnStage
              ? 'Your answer is in. What comes next is on stage.'
              : 'questionId' in step || others.length > 0
                ? 'Your answer is in. There is a little more to ask.'
                : 'Your answer is in. It helps us make the event better.')}
        </p>
      )}
      <WaitingToSend isWaiting={isWaiting}>Your answer is waiting to send.</WaitingToSend>
      {areResultsFirst && shown}
      {step.to === 'unknown' && <Skeleton shape="control" />}
      {step.to === 'next' && <Button onClick={() => onward(step.questionId)}>Next Question</Button>}
      {step.to === 'open' && (
        <Link to={paths.question(campaignId, step.questionId)} className={buttonClass()}>
          Continue the Survey
        </Link>
      )}
      {(step.to === 'open' || step.to === 'dashboard') && (
        <Link to={paths.dashboard} className={buttonClass('secondary')}>
          Return to Dashboard
        </Link>
      )}
      {step.to === 'finish' && <FinishButton campaignId={campaignId} />}
      {step.to !== 'next' && others.length > 0 && (
        <Link to={paths.polls} className={buttonClass('secondary')}>
          More Questions
        </Link>
      )}
      {rejection && (
        <Link to={paths.profile} className={buttonClass('secondary')}>
          See Your Answer
        </Link>
      )}
      {whyConfirm && <PhoneConfirmation reason={whyConfirm} />}
      {!areResultsFirst && shown}
    </div>
  );
}

const COUNTS_ONCE_CONFIRMED = 'Your answer counts on stage once your number is confirmed.';
