import type { ContentItem } from '@companion/contract/content';
import type { VoteBody } from '@companion/contract/itemFeedback';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { queuedApi, voteIntent } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { ThumbDownIcon, ThumbUpIcon } from '../ui/icons.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
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

/** The dispatch of a store with the session and the API cache. */
type ContentDispatch = ThunkDispatch<
  SessionRootState & { [queuedApi.reducerPath]: ReturnType<typeof queuedApi.reducer> },
  unknown,
  UnknownAction
>;

/**
 * Casts a vote, which shows at once: the first one is created, later ones update it (§4). If taps are faster than the
 * network, one vote is sent at a time and the last one wins. A rejected vote is reverted (§8 shows the error).
 */
export async function castVote(dispatch: ContentDispatch, item: ContentItem, vote: VoteBody['vote']): Promise<void> {
  const call = item.vote === null ? queuedApi.endpoints.createVote : queuedApi.endpoints.updateVote;
  const { data } = await dispatch(
    call.initiate({ campaignId: item.campaignId, contentId: item.id, vote }, { track: false }),
  );
  if (data && !data.isWaiting && !data.isOvertaken) notifySuccess('Thank you for your feedback.');
}
