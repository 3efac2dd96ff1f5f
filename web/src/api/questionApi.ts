import { results } from '@companion/client/api/endpoints';
import { getQuestion, getQuestions } from '@companion/contract/question';
import { overlaid, overlays } from '../session/overlays.ts';
import { api } from './api.ts';
import { query } from './endpoints.ts';

export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: query(build, getQuestions, { pick: results, provides: ['Questions'] }),
    getQuestion: query(build, getQuestion, { pick: results, provides: ['Questions'] }),
  }),
});

export const useGetQuestionsQuery = overlaid(questionApi.useGetQuestionsQuery, overlays.getQuestions);
export const useGetQuestionQuery = overlaid(questionApi.useGetQuestionQuery, overlays.getQuestion);
