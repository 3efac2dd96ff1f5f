import {
  type AudienceQuestion,
  getAudienceQuestions,
  getOwnAudienceQuestions,
} from '@companion/contract/audienceQuestion';
import { getCalendar } from '@companion/contract/calendar';
import { getContent, getContentItem, getRemovedContent } from '@companion/contract/content';
import { getAccount } from '@companion/contract/ownAccount';
import { getQuestion, getQuestions } from '@companion/contract/question';
import { eventKnown } from '../session/keptEvent.ts';
import { overlaid, overlays } from '../session/overlays.ts';
import type { Write } from '../session/writes.ts';
import { timeout } from '../time.ts';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { storeProfile } from './storeSession.ts';

/** Without the event for so long, times are in the phone's own zone until it arrives. */
const EVENT_TIMEOUT_MS = 3000;

/** Times show only once their zone is known, so that none changes after it was seen. The event is read with the lists. */
async function resultsInZone<Result>(answer: { results: Result }): Promise<Result> {
  await Promise.race([eventKnown, timeout(EVENT_TIMEOUT_MS)]);
  return answer.results;
}

/** The calls that read. Their cache holds what the server has answered; the hooks show what waits to be sent over it. */
export const readApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: query(build, getAccount, { pick: results, onStart: storeProfile, provides: ['Account'] }),
    getContent: query(build, getContent, { pick: resultsInZone, provides: ['Content'] }),
    getContentItem: query(build, getContentItem, { pick: resultsInZone, provides: ['Content'] }),
    getRemovedContent: query(build, getRemovedContent, {
      pick: resultsInZone,
      provides: ['Content', 'RemovedContent'],
    }),
    getQuestions: query(build, getQuestions, { pick: results, provides: ['Questions'] }),
    getQuestion: query(build, getQuestion, { pick: results, provides: ['Questions'] }),
    getAudienceQuestions: query(build, getAudienceQuestions, { pick: results }),
    getOwnAudienceQuestions: query(build, getOwnAudienceQuestions, { pick: results }),
    getCalendar: query(build, getCalendar, { pick: results }),
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

export const { useGetCalendarQuery, useGetOwnAudienceQuestionsQuery, useGetRemovedContentQuery } = readApi;
export const useGetAccountQuery = overlaid(readApi.useGetAccountQuery, overlays.getAccount);
export const useGetContentQuery = overlaid(readApi.useGetContentQuery, overlays.getContent);
export const useGetContentItemQuery = overlaid(readApi.useGetContentItemQuery, overlays.getContentItem);
export const useGetQuestionsQuery = overlaid(readApi.useGetQuestionsQuery, overlays.getQuestions);
export const useGetQuestionQuery = overlaid(readApi.useGetQuestionQuery, overlays.getQuestion);
export const useGetAudienceQuestionsQuery = overlaid(readApi.useGetAudienceQuestionsQuery, overlayUpvotes);
