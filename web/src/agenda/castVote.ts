import type { ContentItem, VoteBody } from '@companion/contract/content';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { contentApi } from '../api/contentApi.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { notifySuccess } from '../toasts/toasts.ts';

/** The dispatch of a store with the session and the API cache, which optimistic updates change. */
export type ContentDispatch = ThunkDispatch<
  SessionRootState & { [contentApi.reducerPath]: ReturnType<typeof contentApi.reducer> },
  unknown,
  UnknownAction
>;
type Vote = VoteBody['vote'];

/** The latest vote for each item whose vote is being sent, by account and address. */
const pendingVotes = new Map<string, Vote>();

/**
 * Shows the vote at once and sends it: the first one is created, later ones update it (§4). If taps are faster than the
 * network, one vote is sent at a time and the last one wins. A failed vote is reverted (§8 shows the error).
 */
export async function castVote(dispatch: ContentDispatch, item: ContentItem, vote: Vote): Promise<void> {
  const { campaignId, id: contentId } = item;
  const account = dispatch(signedInAccount);
  const address = `${account}/${campaignId}/${contentId}`;
  const isSending = pendingVotes.has(address);
  pendingVotes.set(address, vote);
  show(dispatch, item, vote);
  // The call in progress sends this vote next.
  if (isSending) return;

  let saved = item.vote;
  try {
    for (let pending = vote; pending !== saved; pending = pendingVotes.get(address) ?? pending) {
      // Another tab may have signed in another account: the vote must be neither sent nor shown as theirs.
      if (dispatch(signedInAccount) !== account) return;
      const call = saved === null ? contentApi.endpoints.createVote : contentApi.endpoints.updateVote;
      await dispatch(call.initiate({ campaignId, contentId, vote: pending }, { track: false })).unwrap();
      saved = pending;
    }
    // A list fetched in between may lack the vote.
    if (dispatch(signedInAccount) === account) show(dispatch, item, saved);
    notifySuccess('Thank you for your feedback.');
  } catch {
    if (dispatch(signedInAccount) === account) show(dispatch, item, saved);
    // If the answer was lost, only the server knows which vote is stored.
    dispatch(contentApi.util.invalidateTags(['Content']));
  } finally {
    pendingVotes.delete(address);
  }
}

const signedInAccount = (_: unknown, getState: () => SessionRootState) => selectProfile(getState())?.id;

/** Sets the vote in every cached answer that contains the item. */
function show(dispatch: ContentDispatch, { campaignId, id }: ContentItem, vote: Vote | null): void {
  dispatch(
    contentApi.util.updateQueryData('getContent', undefined, (content) => {
      const found = content.find((one) => one.id === id && one.campaignId === campaignId);
      if (found) found.vote = vote;
    }),
  );
  dispatch(
    contentApi.util.updateQueryData('getContentItem', { campaignId, contentId: id }, (found) => {
      found.vote = vote;
    }),
  );
}
