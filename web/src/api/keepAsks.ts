import { getAsks } from '@companion/contract/ask';
import { readAnswers, storeAnswer } from '../device/deviceStore.ts';
import { askApi } from './askApi.ts';
import type { AnswersStore } from './restoreAnswers.ts';

const keyOf = (contentId: string) => `getAsks ${contentId}`;

/**
 * Shows the questions to a session that the phone keeps until the network answers, and keeps each new answer (decision
 * 038). Returns a function that stops it.
 */
export function keepAsks(store: AnswersStore, accountId: string, contentId: string): () => void {
  const select = askApi.endpoints.getAsks.select({ contentId });
  // A change of account shows before the cache is emptied.
  const current = () => {
    const state = store.getState();
    return state.session.profile?.id === accountId ? select(state) : undefined;
  };
  let kept: unknown;
  let hasStopped = false;
  const restore = async () => {
    const stored = (await readAnswers(accountId))?.get(keyOf(contentId));
    const parsed = getAsks.read.safeParse({ results: stored?.data });
    const entry = current();
    if (hasStopped || !stored || !parsed.success || !entry || entry.data) return;
    kept = parsed.data.results;
    const action = askApi.util.upsertQueryEntries([
      { endpointName: 'getAsks', arg: { contentId }, value: parsed.data.results },
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
