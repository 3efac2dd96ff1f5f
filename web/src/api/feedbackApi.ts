import { sendFeedback } from '@companion/contract/feedback';
import { api } from './api.ts';
import { queuedMutation } from './queue/queuedMutation.ts';

export const FEEDBACK_INTENT = 'feedback';

export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: queuedMutation(build, 'sendFeedback', sendFeedback, {
      intent: () => FEEDBACK_INTENT,
      isRepeatable: true,
    }),
  }),
});

export const { useSendFeedbackMutation } = feedbackApi;
