import type { AudienceQuestion } from '@companion/contract/audienceQuestion';
import { useId } from 'react';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { upvoteIntent, useUpvoteAudienceQuestionMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import { CheckIcon, PollIcon, ThumbUpIcon } from '../ui/icons.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
import styles from './SessionAudienceQuestions.module.css';
import { useHeldOrder } from './useHeldOrder.ts';

/** What everyone sees: the pinned question first, then by upvotes. */
export function ShownAudienceQuestions({ audienceQuestions }: { audienceQuestions: readonly AudienceQuestion[] }) {
  const heading = useId();
  const { list, shown, hold } = useHeldOrder(audienceQuestions);
  const pinned = audienceQuestions.find(({ state }) => state === 'pinned');
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h3 id={heading}>All questions</h3>
      <p role="status" className="visually-hidden">
        {pinned && `${PINNED}: ${pinned.text}`}
      </p>
      {shown.length === 0 && <p className={styles.none}>No questions are shown yet.</p>}
      <ol ref={list} className={styles.list} onPointerDown={hold} onKeyDown={hold} onFocus={hold}>
        {shown.map((audienceQuestion) => (
          <ShownAudienceQuestion key={audienceQuestion.id} audienceQuestion={audienceQuestion} />
        ))}
      </ol>
    </section>
  );
}

const PINNED = 'Put to the speaker now';

function ShownAudienceQuestion({ audienceQuestion }: { audienceQuestion: AudienceQuestion }) {
  const textId = useId();
  return (
    <li className={styles.question} data-state={audienceQuestion.state}>
      {audienceQuestion.state === 'pinned' && (
        <p className={styles.pinned}>
          <PollIcon />
          {PINNED}
        </p>
      )}
      <p id={textId} dir="auto" className={styles.text}>
        {audienceQuestion.text}
      </p>
      <div className={styles.foot}>
        {audienceQuestion.state === 'answered' ? (
          <p className={styles.state}>
            <CheckIcon />
            Answered
          </p>
        ) : (
          <UpvoteButton audienceQuestion={audienceQuestion} textId={textId} />
        )}
        {audienceQuestion.own && <p className={styles.mine}>{OWN[audienceQuestion.state]}</p>}
      </div>
    </li>
  );
}

/** What became of the attendee's own question. */
const OWN: Partial<Record<AudienceQuestion['state'], string>> = {
  shown: 'Your question, shown to the hall',
  pinned: 'Your question',
  answered: 'Your question',
};

/** Wants the question to be put, or takes that back. It shows at once; a rejection reverts it. */
function UpvoteButton({ audienceQuestion, textId }: { audienceQuestion: AudienceQuestion; textId: string }) {
  const [upvote] = useUpvoteAudienceQuestionMutation();
  const waiting = useWaitingWrite(upvoteIntent(audienceQuestion.id));
  return (
    <>
      <ToggleButton
        size="small"
        isPressed={audienceQuestion.upvoted}
        aria-describedby={textId}
        onClick={() => void upvote({ audienceQuestionId: audienceQuestion.id, upvoted: !audienceQuestion.upvoted })}
      >
        <ThumbUpIcon filled={audienceQuestion.upvoted} />
        Upvote <span className={styles.count}>{audienceQuestion.upvotes.toLocaleString('en-US')}</span>
      </ToggleButton>
      <WaitingToSend isWaiting={waiting !== undefined}>Waiting to send</WaitingToSend>
    </>
  );
}
