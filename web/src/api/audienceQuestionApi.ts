import { results } from '@companion/client/api/endpoints';
import { type AudienceQuestion, getAudienceQuestions } from '@companion/contract/audienceQuestion';
import { overlaid } from '../session/overlays.ts';
import type { Write } from '../session/writes.ts';
import { api } from './api.ts';
import { query } from './endpoints.ts';

/** Questions from the hall. */
export const audienceQuestionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAudienceQuestions: query(build, getAudienceQuestions, { pick: results }),
  }),
});

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
