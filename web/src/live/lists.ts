import type { LiveState } from '@companion/contract/live';
import type { AppState } from '../api/api.ts';
import { api } from '../api/api.ts';
import { readApi } from '../api/readApi.ts';
import type { Revisions } from './followRevisions.ts';

/** What each revision is about. */
const TAGS = { questions: 'Questions', agenda: 'Content' } as const satisfies Record<keyof Revisions, string>;

const selectQuestions = readApi.endpoints.getQuestions.select();

/** The action that reads again what screens show of a list. */
export const refetchList = (topic: keyof Revisions) => api.util.invalidateTags([TAGS[topic]]);

/** Whether the list on the phone has the question that is on stage; true while there is no list. */
export function isListed(stage: NonNullable<LiveState['stage']>, state: AppState): boolean {
  const { data } = selectQuestions(state);
  return !data || data.some(({ id, campaignId }) => id === stage.questionId && campaignId === stage.campaignId);
}
