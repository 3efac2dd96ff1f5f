import type { ContentItem } from '@companion/contract/content';
import { useDispatch } from 'react-redux';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { voteIntent } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import { ThumbDownIcon, ThumbUpIcon } from '../ui/icons.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
import { type ContentDispatch, castVote } from './castVote.ts';
import styles from './VoteButtons.module.css';

const CHOICES = [
  { vote: 'up', label: 'Vote up', icon: ThumbUpIcon },
  { vote: 'down', label: 'Vote down', icon: ThumbDownIcon },
] as const;

/** The attendee's vote on an item (§4). It can be changed, and shows at once. */
export function VoteButtons({ item }: { item: ContentItem }) {
  const dispatch = useDispatch<ContentDispatch>();
  const waiting = useWaitingWrite(voteIntent({ campaignId: item.campaignId, contentId: item.id }));
  return (
    <div className={styles.votes}>
      {CHOICES.map(({ vote, label, icon: Icon }) => (
        <ToggleButton
          key={vote}
          isPressed={item.vote === vote}
          onClick={() => item.vote !== vote && castVote(dispatch, item, vote)}
        >
          <Icon filled={item.vote === vote} />
          {label}
        </ToggleButton>
      ))}
      <WaitingToSend hasPlace isWaiting={waiting !== undefined} className={styles.waiting}>
        Your vote is waiting to send.
      </WaitingToSend>
    </div>
  );
}
