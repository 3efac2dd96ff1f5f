import { answerQuestion } from '@companion/contract/answer';
import type { Question } from '@companion/contract/question';
import { answerText } from './answerText.ts';
import { api } from './api.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { readItem } from './queue/readItem.ts';

/** What the waiting answer to a question is about. */
export const answerIntent = ({ campaignId, questionId }: { campaignId: string; questionId: string }): string =>
  ['answer', campaignId, questionId].join(':');

function readQuestion(questionId: string, state: unknown): Question | undefined {
  const found = readItem(state, ['getQuestions', 'getQuestion'], questionId);
  // Both calls read questions.
  return found.id === questionId ? (found as unknown as Question) : undefined;
}

export const { useAnswerQuestionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    answerQuestion: queuedMutation(build, 'answerQuestion', answerQuestion, {
      intent: answerIntent,
      // The first answer counts, and may have reached the server already.
      isRepeatable: true,
      label: ({ questionId }, state) => readQuestion(questionId, state)?.question ?? '',
      chosen: ({ questionId, answers }, state) => {
        const asked = readQuestion(questionId, state);
        return asked && answerText(asked, answers);
      },
      invalidates: ['Questions'],
    }),
  }),
});
