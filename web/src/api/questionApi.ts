import { answerQuestion, getQuestion, getQuestions } from '@companion/contract/question';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { overlaid } from './queue/overlaid.ts';
import { overlays } from './queue/overlays.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { titleOf } from './queue/titleOf.ts';

/** What the waiting answer to a question is about. */
export const answerIntent = ({ campaignId, questionId }: { campaignId: string; questionId: string }): string =>
  ['answer', campaignId, questionId].join(':');

export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: query(build, getQuestions, { pick: results, provides: ['Questions'] }),
    getQuestion: query(build, getQuestion, { pick: results, provides: ['Questions'] }),
    answerQuestion: queuedMutation(build, 'answerQuestion', answerQuestion, {
      intent: answerIntent,
      // The first answer counts, and may have reached the server already.
      isRepeatable: true,
      label: ({ questionId }, state) => titleOf(state, ['getQuestions', 'getQuestion'], questionId, 'question'),
      invalidates: ['Questions'],
    }),
  }),
});

export const useGetQuestionsQuery = overlaid(questionApi.useGetQuestionsQuery, overlays.getQuestions);
export const useGetQuestionQuery = overlaid(questionApi.useGetQuestionQuery, overlays.getQuestion);
export const { useAnswerQuestionMutation } = questionApi;
