import { type Ask, createAsk, getAsks, upvoteAsk } from '@companion/contract/ask';
import type { Write } from '../session/writes.ts';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { titleOfItem } from './itemFeedbackApi.ts';
import { overlaid } from './queue/overlaid.ts';
import type { QueueStore } from './queue/queuedCalls.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { readItem } from './queue/readItem.ts';

/** What the waiting questions to a session are about. */
export const askIntent = (contentId: string): string => `ask:${contentId}`;
/** What the waiting upvote of a question is about. */
export const upvoteIntent = (askId: string): string => `upvote:${askId}`;

/** Questions from the hall. */
export const askApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAsks: query(build, getAsks, { pick: results }),
    createAsk: queuedMutation(build, 'createAsk', createAsk, {
      intent: ({ contentId }) => askIntent(contentId),
      isRepeatable: true,
      label: titleOfItem,
      onStored: showStoredAsk,
    }),
    upvoteAsk: queuedMutation(build, 'upvoteAsk', upvoteAsk, {
      intent: ({ askId }) => upvoteIntent(askId),
      label: ({ askId }, state) => String(readItem(state, ['getAsks'], askId).text ?? ''),
      // Attendees often leave the page right after it.
      keepalive: true,
      onStored: showStoredAsk,
    }),
  }),
});

/** Puts the server's answer into the list that was read before. */
function showStoredAsk({ results: stored }: { results: Ask }, _: unknown, { dispatch }: QueueStore): void {
  const { contentId, id } = stored;
  const update = askApi.util.updateQueryData('getAsks', { contentId }, (asks) => {
    const index = asks.findIndex((ask) => ask.id === id);
    asks.splice(index < 0 ? asks.length : index, 1, stored);
  });
  // RTK Query types the state as unknown: the store is made with the API's cache.
  dispatch(update as never);
}

/** An upvote shows at once. */
function overlayUpvotes(asks: Ask[], writes: readonly Write[]): Ask[] {
  const own = writes.filter(({ call, state }) => call === 'upvoteAsk' && state === 'waiting');
  if (own.length === 0) return asks;
  return asks.map((ask) => {
    const upvoted = own.findLast(({ argument }) => argument.askId === ask.id)?.argument.upvoted ?? ask.upvoted;
    if (upvoted === ask.upvoted) return ask;
    return { ...ask, upvoted: !ask.upvoted, upvotes: Math.max(0, ask.upvotes + (ask.upvoted ? -1 : 1)) };
  });
}

export const useGetAsksQuery = overlaid(askApi.useGetAsksQuery, overlayUpvotes);
export const { useCreateAskMutation, useUpvoteAskMutation } = askApi;
