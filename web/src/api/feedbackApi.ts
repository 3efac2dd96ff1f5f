import { sendFeedback } from '@companion/contract/feedback';
import { api } from './api.ts';
import { mutation } from './endpoints.ts';

export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({ sendFeedback: mutation(build, sendFeedback) }),
});

export const { useSendFeedbackMutation } = feedbackApi;
