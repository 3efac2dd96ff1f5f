import type { ContentItem, VoteBody } from '@companion/contract/content';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { contentApi } from '../api/contentApi.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { notifySuccess } from '../toasts/toasts.ts';

/** Of a store that holds the session and the cache of the API: what is shown before the server has it is changed there. */
export type ContentDispatch = ThunkDispatch<
  SessionRootState & { [contentApi.reducerPath]: ReturnType<typeof contentApi.reducer> },
  unknown,
  UnknownAction
>;
type Vote = VoteBody['vote'];

/** The last choice for each item whose vote is being sent, by account and address. */
const wishes = new Map<string, Vote>();

/**
 * Shows the vote at once and sends it: the first is a create, later ones change it (§4). Of taps that follow faster than
 * the network, one is sent at a time and the last one wins. What the server did not take is taken back (§8 tells of it).
 */
export async function castVote(dispatch: ContentDispatch, item: ContentItem, vote: Vote): Promise<void> {
  const { campaignId, id: contentId } = item;
  const account = dispatch(signedInAccount);
  const address = `${account}/${campaignId}/${contentId}`;
  const isSending = wishes.has(address);
  wishes.set(address, vote);
  show(dispatch, item, vote);
  // Whoever is sending takes this along.
  if (isSending) return;

  let saved = item.vote;
  try {
    for (let wish = vote; wish !== saved; wish = wishes.get(address) ?? wish) {
      // Another tab may have signed somebody else in: the vote is neither sent nor shown as theirs.
      if (dispatch(signedInAccount) !== account) return;
      const call = saved === null ? contentApi.endpoints.createVote : contentApi.endpoints.updateVote;
      await dispatch(call.initiate({ campaignId, contentId, vote: wish }, { track: false })).unwrap();
      saved = wish;
    }
    // An answer of the list may have come meanwhile, without it.
    if (dispatch(signedInAccount) === account) show(dispatch, item, saved);
    notifySuccess('Thank you for your feedback.');
  } catch {
    if (dispatch(signedInAccount) === account) show(dispatch, item, saved);
    // After a lost answer only the server knows what it has.
    dispatch(contentApi.util.invalidateTags(['Content']));
  } finally {
    wishes.delete(address);
  }
}

const signedInAccount = (_: unknown, getState: () => SessionRootState) => selectProfile(getState())?.id;

/** In every answer of the cache that holds the item. */
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
