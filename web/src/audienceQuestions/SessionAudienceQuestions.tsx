import type { AudienceQuestion } from '@companion/contract/audienceQuestion';
import { useMemo } from 'react';
import { useGetAudienceQuestionsQuery } from '../api/readApi.ts';
import { useLiveAudienceQuestions } from '../live/useLiveAudienceQuestions.ts';
import { AsOf } from '../page/AsOf.tsx';
import { TryAgain } from '../page/TryAgain.tsx';
import { useKeptReply } from '../page/useKeptReply.ts';
import { audienceQuestionIntent } from '../queue/queuedEndpoints.ts';
import { useWaitingWrites } from '../queue/useWaitingWrite.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AudienceQuestionForm } from './AudienceQuestionForm.tsx';
import { OwnAudienceQuestions } from './OwnAudienceQuestions.tsx';
import styles from './SessionAudienceQuestions.module.css';
import { ShownAudienceQuestions } from './ShownAudienceQuestions.tsx';

/** The questions from the hall to the speakers of a session: asked, read and upvoted (decision 051). */
export function SessionAudienceQuestions({ contentId }: { contentId: string }) {
  const query = useGetAudienceQuestionsQuery({ contentId }, { refetchOnFocus: true, refetchOnReconnect: true });
  useLiveAudienceQuestions(contentId, query);
  useKeptReply('getAudienceQuestions', contentId);
  const unsent = useWaitingWrites(audienceQuestionIntent(contentId));
  const { data, error } = query;
  const [shown, hidden] = useMemo(() => divide(data ?? []), [data]);

  return (
    <div className={styles.audienceQuestions}>
      <div>
        <AudienceQuestionForm contentId={contentId} unsent={unsent} />
        {data && <AsOf query={query} />}
        <OwnAudienceQuestions audienceQuestions={hidden} unsent={unsent} />
      </div>
      {data && <ShownAudienceQuestions audienceQuestions={shown} />}
      {!data && !error && <Skeleton lines={3} />}
      {!data && error && (
        <div className={styles.failed}>
          <p>The questions are not available at the moment.</p>
          <TryAgain query={query} />
        </div>
      )}
    </div>
  );
}

/** Those that everyone sees, and those that their author alone sees. */
function divide(
  audienceQuestions: readonly AudienceQuestion[],
): [shown: AudienceQuestion[], hidden: AudienceQuestion[]] {
  const isHidden = ({ state }: AudienceQuestion) => state === 'pending' || state === 'dismissed';
  return [
    audienceQuestions.filter((audienceQuestion) => !isHidden(audienceQuestion)),
    audienceQuestions.filter(isHidden),
  ];
}
