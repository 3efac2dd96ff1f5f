import type { Ask } from '@companion/contract/ask';
import { useId } from 'react';
import { upvoteIntent, useUpvoteAskMutation } from '../api/askApi.ts';
import { useWaitingWrite } from '../api/queue/useWaitingWrite.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { CheckIcon, PollIcon, ThumbUpIcon } from '../ui/icons.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
import styles from './SessionAsks.module.css';
import { useHeldOrder } from './useHeldOrder.ts';

/** What everyone sees: the pinned question first, then by upvotes. */
export function ShownAsks({ asks }: { asks: readonly Ask[] }) {
  const heading = useId();
  const { list, shown, hold } = useHeldOrder(asks);
  const pinned = asks.find(({ state }) => state === 'pinned');
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h3 id={heading}>All questions</h3>
      <p role="status" className="visually-hidden">
        {pinned && `${PINNED}: ${pinned.text}`}
      </p>
      {shown.length === 0 && <p className={styles.none}>No questions are shown yet.</p>}
      <ol ref={list} className={styles.list} onPointerDown={hold} onKeyDown={hold} onFocus={hold}>
        {shown.map((ask) => (
          <ShownAsk key={ask.id} ask={ask} />
        ))}
      </ol>
    </section>
  );
}

const PINNED = 'Put to the speaker now';

function ShownAsk({ ask }: { ask: Ask }) {
  const textId = useId();
  return (
    <li className={styles.ask} data-state={ask.state}>
      {ask.state === 'pinned' && (
        <p className={styles.pinned}>
          <PollIcon />
          {PINNED}
        </p>
      )}
      <p id={textId} dir="auto" className={styles.text}>
        {ask.text}
      </p>
      <div className={styles.foot}>
        {ask.state === 'answered' ? (
          <p className={styles.state}>
            <CheckIcon />
            Answered
          </p>
        ) : (
          <UpvoteButton ask={ask} textId={textId} />
        )}
        {ask.own && <p className={styles.mine}>{OWN[ask.state]}</p>}
      </div>
    </li>
  );
}

/** What became of the attendee's own question. */
const OWN: Partial<Record<Ask['state'], string>> = {
  shown: 'Your question, shown to the hall',
  pinned: 'Your question',
  answered: 'Your question',
};

/** Wants the question to be put, or takes that back. It shows at once; a refusal reverts it. */
function UpvoteButton({ ask, textId }: { ask: Ask; textId: string }) {
  const [upvote] = useUpvoteAskMutation();
  const waiting = useWaitingWrite(upvoteIntent(ask.id));
  return (
    <>
      <ToggleButton
        size="small"
        isPressed={ask.upvoted}
        aria-describedby={textId}
        onClick={() => void upvote({ askId: ask.id, upvoted: !ask.upvoted })}
      >
        <ThumbUpIcon filled={ask.upvoted} />
        Upvote <span className={styles.count}>{ask.upvotes.toLocaleString('en-US')}</span>
      </ToggleButton>
      <WaitingToSend isWaiting={waiting !== undefined}>Waiting to send</WaitingToSend>
    </>
  );
}
