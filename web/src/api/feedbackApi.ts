import { type FeedbackForm, sendFeedback } from '@companion/contract/feedback';
import { api } from './api.ts';
import { request } from './request.ts';

export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation<{ message: string }, FeedbackForm>({
      query: (body) => request(sendFeedback, { body }),
      rawResponseSchema: sendFeedback.read,
    }),
  }),
});

export const { useSendFeedbackMutation } = feedbackApi;
