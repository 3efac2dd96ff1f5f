import { type Answer, answerQuestion, getQuestion, getQuestions, type Question } from '@companion/contract/question';
import { api } from './api.ts';
import { request } from './request.ts';

export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: build.query<Question[], void>({
      query: () => request(getQuestions),
      rawResponseSchema: getQuestions.read,
      transformResponse: ({ results }: { results: Question[] }) => results,
      providesTags: ['Questions'],
    }),
    getQuestion: build.query<Question, { campaignId: string; questionId: string }>({
      query: (params) => request(getQuestion, { params }),
      rawResponseSchema: getQuestion.read,
      transformResponse: ({ results }: { results: Question }) => results,
      providesTags: ['Questions'],
    }),
    answerQuestion: build.mutation<
      { message: string; nextQuestionId?: string },
      { campaignId: string; questionId: string } & Answer
    >({
      query: (body) => request(answerQuestion, { params: { questionId: body.questionId }, body }),
      rawResponseSchema: answerQuestion.read,
      invalidatesTags: ['Questions'],
    }),
  }),
});

export const { useGetQuestionsQuery, useGetQuestionQuery, useAnswerQuestionMutation } = questionApi;
