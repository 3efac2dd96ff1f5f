import { getQuestion, getQuestions } from '@companion/contract/question';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { overlaid } from './queue/overlaid.ts';
import { overlays } from './queue/overlays.ts';

export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: query(build, getQuestions, { pick: results, provides: ['Questions'] }),
    getQuestion: query(build, getQuestion, { pick: results, provides: ['Questions'] }),
  }),
});

export const useGetQuestionsQuery = overlaid(questionApi.useGetQuestionsQuery, overlays.getQuestions);
export const useGetQuestionQuery = overlaid(questionApi.useGetQuestionQuery, overlays.getQuestion);
