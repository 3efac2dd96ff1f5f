import type { ContentItem } from '@companion/contract/content';
import type { VoteBody } from '@companion/contract/itemFeedback';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { queuedApi } from '../queue/queuedEndpoints.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { notifySuccess } from '../toasts/toasts.ts';

/** The dispatch of a store with the session and the API cache. */
export type ContentDispatch = ThunkDispatch<
  SessionRootState & { [queuedApi.reducerPath]: ReturnType<typeof queuedApi.reducer> },
  unknown,
  UnknownAction
>;

/**
 * Casts a vote, which shows at once: the first one is created, later ones update it (§4). If taps are faster than the
 * network, one vote is sent at a time and the last one wins. A refused vote is reverted (§8 shows the error).
 */
export async function castVote(dispatch: ContentDispatch, item: ContentItem, vote: VoteBody['vote']): Promise<void> {
  const call = item.vote === null ? queuedApi.endpoints.createVote : queuedApi.endpoints.updateVote;
  const { data } = await dispatch(
    call.initiate({ campaignId: item.campaignId, contentId: item.id, vote }, { track: false }),
  );
  if (data && !data.isWaiting && !data.isOvertaken) notifySuccess('Thank you for your feedback.');
}
