import type { StagePoll } from '@companion/contract/live';
import type { Question } from '@companion/contract/question';
import { Link, useLocation } from 'react-router';
import { useGetQuestionsQuery } from '../api/readApi.ts';
import { useLivePoll } from '../live/useLivePoll.ts';
import { useNoticeFocusKept } from '../page/useFocusKept.ts';
import { paths } from '../paths.ts';
import { openPolls } from '../polls/surveys.ts';
import { noticeDismissed, selectStage } from '../session/liveSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import notices from './Notices.module.css';
import styles from './StageNotice.module.css';

/** The poll on stage, and what the attendee can do about it. */
interface StageAction {
  stage: StagePoll;
  /** Undefined while the list of questions does not have it yet. */
  question: Question | undefined;
  action: 'Answer' | 'See Results';
}

const keyOf = ({ campaignId, questionId }: StagePoll) => `${campaignId}/${questionId}`;

/** Leads to the poll that is on stage, until the attendee has answered it, and then to its results. */
export function StageNotice({ stage, question, action }: StageAction) {
  const dispatch = useAppDispatch();
  const element = useNoticeFocusKept();
  return (
    <div ref={element} className={`${notices.notice} ${styles.stage}`}>
      <p className={notices.text}>
        <span className={styles.label}>On stage now</span>
        <span className={styles.question}>{question?.question ?? stage.asked?.question}</span>
      </p>
      <Link to={paths.question(stage.campaignId, stage.questionId)} className={`${buttonClass()} ${styles.action}`}>
        {action}
      </Link>
      <IconButton aria-label="Dismiss" onClick={() => dispatch(noticeDismissed(keyOf(stage)))}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/**
 * What the notice says; undefined if there is nothing to say: no poll is on stage, its page is open, it was dismissed, or
 * it is over and has no results.
 */
export function useStageAction(): StageAction | undefined {
  const stage = useAppSelector(selectStage);
  const dismissed = useAppSelector(({ live }) => live.dismissed);
  const { pathname } = useLocation();
  const { campaignId = '', questionId = '' } = stage ?? {};
  const { isClosed, results } = useLivePoll({ campaignId, id: questionId });
  const { data: questions = [] } = useGetQuestionsQuery(undefined, { skip: !stage });
  const question = questions.find((one) => one.id === questionId && one.campaignId === campaignId);
  const isItsPage = pathname === paths.question(campaignId, questionId);
  // The survey after a registration has it on top.
  const isShown = isItsPage || pathname === paths.preventSurvey;
  if (!stage || dismissed.includes(keyOf(stage)) || isShown) return undefined;
  // A question that the list does not have yet is too new to be answered.
  const isAnswered = question?.answered === true;
  if (!isClosed && !isAnswered) {
    // The list of polls begins with it.
    const isListed = pathname === paths.polls && openPolls(questions).some((one) => one === question);
    return isListed ? undefined : { stage, question, action: 'Answer' };
  }
  return results ? { stage, question, action: 'See Results' } : undefined;
}
