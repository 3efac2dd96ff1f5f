import {
  type AudienceQuestion,
  createAudienceQuestion,
  getAudienceQuestions,
  upvoteAudienceQuestion,
} from '@companion/contract/audienceQuestion';
import type { Write } from '../session/writes.ts';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { titleOfItem } from './itemFeedbackApi.ts';
import { overlaid } from './queue/overlaid.ts';
import type { QueueStore } from './queue/queuedCalls.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { readItem } from './queue/readItem.ts';

/** What the waiting questions to a session are about. */
export const audienceQuestionIntent = (contentId: string): string => `audienceQuestion:${contentId}`;
/** What the waiting upvote of a question is about. */
export const upvoteIntent = (audienceQuestionId: string): string => `upvote:${audienceQuestionId}`;

/** Questions from the hall. */
export const audienceQuestionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAudienceQuestions: query(build, getAudienceQuestions, { pick: results }),
    createAudienceQuestion: queuedMutation(build, 'createAudienceQuestion', createAudienceQuestion, {
      intent: ({ contentId }) => audienceQuestionIntent(contentId),
      isRepeatable: true,
      label: titleOfItem,
      onStored: showStoredAudienceQuestion,
    }),
    upvoteAudienceQuestion: queuedMutation(build, 'upvoteAudienceQuestion', upvoteAudienceQuestion, {
      intent: ({ audienceQuestionId }) => upvoteIntent(audienceQuestionId),
      label: ({ audienceQuestionId }, state) =>
        String(readItem(state, ['getAudienceQuestions'], audienceQuestionId).text ?? ''),
      // Attendees often leave the page right after it.
      keepalive: true,
      onStored: showStoredAudienceQuestion,
    }),
  }),
});

/** Puts the server's answer into the list that was read before. */
function showStoredAudienceQuestion(
  { results: stored }: { results: AudienceQuestion },
  _: unknown,
  { dispatch }: QueueStore,
): void {
  const { contentId, id } = stored;
  const update = audienceQuestionApi.util.updateQueryData(
    'getAudienceQuestions',
    { contentId },
    (audienceQuestions) => {
      const index = audienceQuestions.findIndex((audienceQuestion) => audienceQuestion.id === id);
      audienceQuestions.splice(index < 0 ? audienceQuestions.length : index, 1, stored);
    },
  );
  // RTK Query types the state as unknown: the store is made with the API's cache.
  dispatch(update as never);
}

/** An upvote shows at once. */
function overlayUpvotes(audienceQuestions: AudienceQuestion[], writes: readonly Write[]): AudienceQuestion[] {
  const own = writes.filter(({ call, state }) => call === 'upvoteAudienceQuestion' && state === 'waiting');
  if (own.length === 0) return audienceQuestions;
  return audienceQuestions.map((audienceQuestion) => {
    const upvoted =
      own.findLast(({ argument }) => argument.audienceQuestionId === audienceQuestion.id)?.argument.upvoted ??
      audienceQuestion.upvoted;
    if (upvoted === audienceQuestion.upvoted) return audienceQuestion;
    return {
      ...audienceQuestion,
      upvoted: !audienceQuestion.upvoted,
      upvotes: Math.max(0, audienceQuestion.upvotes + (audienceQuestion.upvoted ? -1 : 1)),
    };
  });
}

export const useGetAudienceQuestionsQuery = overlaid(audienceQuestionApi.useGetAudienceQuestionsQuery, overlayUpvotes);
export const { useCreateAudienceQuestionMutation, useUpvoteAudienceQuestionMutation } = audienceQuestionApi;
