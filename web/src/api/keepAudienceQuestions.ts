import { getAudienceQuestions } from '@companion/contract/audienceQuestion';
import { readAnswers, storeAnswer } from '../device/deviceStore.ts';
import { audienceQuestionApi } from './audienceQuestionApi.ts';
import type { AnswersStore } from './restoreAnswers.ts';

const keyOf = (contentId: string) => `getAudienceQuestions ${contentId}`;

/**
 * Shows the questions to a session that the phone keeps until the network answers, and keeps each new answer (decision
 * 038). Returns a function that stops it.
 */
export function keepAudienceQuestions(store: AnswersStore, accountId: string, contentId: string): () => void {
  const select = audienceQuestionApi.endpoints.getAudienceQuestions.select({ contentId });
  // A change of account shows before the cache is emptied.
  const current = () => {
    const state = store.getState();
    return state.session.profile?.id === accountId ? select(state) : undefined;
  };
  let kept: unknown;
  let hasStopped = false;
  const restore = async () => {
    const stored = (await readAnswers(accountId))?.get(keyOf(contentId));
    const parsed = getAudienceQuestions.read.safeParse({ results: stored?.data });
    const entry = current();
    if (hasStopped || !stored || !parsed.success || !entry || entry.data) return;
    kept = parsed.data.results;
    const action = audienceQuestionApi.util.upsertQueryEntries([
      { endpointName: 'getAudienceQuestions', arg: { contentId }, value: parsed.data.results },
    ]);
    // The time of the answer: the screen shows its age.
    store.dispatch({ ...action, meta: { ...Object(Object(action).meta), timestamp: stored.at } });
  };
  const keep = () => {
    const { data, fulfilledTimeStamp: at } = current() ?? {};
    if (!data || at === undefined || data === kept) return;
    kept = data;
    void storeAnswer(accountId, keyOf(contentId), { data, at });
  };
  void restore();
  const unsubscribe = store.subscribe(keep);
  return () => {
    hasStopped = true;
    unsubscribe();
  };
}
