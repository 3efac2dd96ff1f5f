import { answerQuestion, getQuestion, getQuestions } from '@companion/contract/question';
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';

export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: query(build, getQuestions, { pick: results, provides: ['Questions'] }),
    getQuestion: query(build, getQuestion, { pick: results, provides: ['Questions'] }),
    answerQuestion: mutation(build, answerQuestion, { invalidates: ['Questions'] }),
  }),
});

export const { useGetQuestionsQuery, useGetQuestionQuery, useAnswerQuestionMutation } = questionApi;
