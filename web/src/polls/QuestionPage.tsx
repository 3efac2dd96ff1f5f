import type { Question } from '@companion/contract/question';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useGetQuestionQuery, useGetQuestionsQuery } from '../api/readApi.ts';
import { useIsUnreachable } from '../api/useIsUnreachable.ts';
import { useLivePoll } from '../live/useLivePoll.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { useDocumentTitle } from '../page/useDocumentTitle.ts';
import { paths } from '../paths.ts';
import { answerIntent } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import { selectStage } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import type { Write } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Reply } from './nextStep.ts';
import { QuestionForm } from './QuestionForm.tsx';
import styles from './QuestionPage.module.css';
import { QuestionTop } from './QuestionTop.tsx';
import { surveyOf } from './surveys.ts';
import { ThankYou } from './ThankYou.tsx';

/** One question (§2), then the thanks for its answer. The layout remounts it for each address. */
export function QuestionPage() {
  const { campaignId = '', questionId = '' } = useParams();
  const { data: questions = [] } = useGetQuestionsQuery();
  const listed = questions.find((one) => one.id === questionId && one.campaignId === campaignId);
  const stage = useAppSelector(selectStage);
  // The frame of the poll on stage is newer than any answer. A hall opens it within seconds (decision 060).
  const [isLive] = useState(Boolean(listed && stage?.asked && stage.questionId === questionId));
  const query = useGetQuestionQuery({ campaignId, questionId }, { skip: isLive });
  const { data, error } = query;
  // Offline, the question comes from the cached list.
  const isUnreachable = useIsUnreachable(error);
  const question = data ?? (isLive || isUnreachable ? listed : undefined);
  useDocumentTitle(question?.question ?? 'Question');
  if (question) return <QuestionContent question={question} />;
  return (
    <EmptyState
      query={query}
      placeholder={<Skeleton lines={5} shape="control" />}
      action={
        <Link to={paths.dashboard} className={buttonClass('secondary')}>
          Return to Dashboard
        </Link>
      }
    >
      <h1>This question is not available at the moment.</h1>
    </EmptyState>
  );
}

function QuestionContent({ question }: { question: Question }) {
  const { data: questions, isFetching } = useGetQuestionsQuery();
  const [isAnsweredOnLoad] = useState(question.answered);
  const [reply, setReply] = useState<Reply>();
  const [isAnsweredElsewhere, setIsAnsweredElsewhere] = useState(false);
  const live = useLivePoll(question);
  const waiting = useWaitingWrite(answerIntent({ campaignId: question.campaignId, questionId: question.id }));
  const rejection = useRejection(waiting);
  const wasOnStage = useWasOnStage(question);
  const isDone = reply || isAnsweredOnLoad || isAnsweredElsewhere || waiting;

  return (
    <div className={styles.page}>
      <QuestionTop
        question={question}
        questions={questions ?? []}
        secondsLeft={isDone || live.isClosed ? undefined : live.secondsLeft}
      />
      {isDone ? (
        <ThankYou
          question={question}
          questions={questions}
          isLoading={isFetching}
          wasOnStage={wasOnStage}
          reply={reply}
          isWaiting={waiting !== undefined}
          rejection={rejection}
          results={live.results}
        />
      ) : (
        <QuestionForm
          question={question}
          live={live}
          onSent={setReply}
          onRejected={() => setIsAnsweredElsewhere(true)}
        />
      )}
    </div>
  );
}

/**
 * The server's message about the write that waited on this screen and was rejected.
 * @param waiting the one that waits now
 */
function useRejection(waiting: Write | undefined): string | undefined {
  const [key, setKey] = useState<string>();
  if (waiting && waiting.idempotencyKey !== key) setKey(waiting.idempotencyKey);
  return useAppSelector(
    (state) => selectWrites(state).find((write) => write.state === 'rejected' && write.idempotencyKey === key)?.reason,
  );
}

/** Whether this is a poll that has been on stage since its page was opened. */
function useWasOnStage({ campaignId, id }: Question): boolean {
  const isOnStage = useAppSelector((state) => selectStage(state)?.questionId === id) && !surveyOf(campaignId);
  const [wasOnStage, setWasOnStage] = useState(isOnStage);
  if (isOnStage && !wasOnStage) setWasOnStage(true);
  return wasOnStage;
}
