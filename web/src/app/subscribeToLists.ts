import { contentApi } from '../api/contentApi.ts';
import { questionApi } from '../api/questionApi.ts';
import { type AnswersStore, keepAnswers, restoreAnswers } from '../api/restoreAnswers.ts';
import { readWrites } from '../device/deviceStore.ts';
import { mayHoldData } from '../device/mayHoldData.ts';
import { writesRead } from '../session/writesSlice.ts';
import { timeout } from '../time.ts';

/** A phone that does not answer for longer must not delay the network. */
const RESTORE_TIMEOUT_MS = 300;
/** A network that does not answer for longer must not delay the screen. */
const ANSWER_TIMEOUT_MS = 300;

/**
 * Shows the lists that the phone keeps, with what waits to be sent, fetches both in parallel, and stays subscribed:
 * unused data is kept for 0 seconds (§9). Resolves when what was kept is in the cache, or the answers if nothing was:
 * the page's inline script has asked for them. @returns a function that unsubscribes
 */
export async function subscribeToLists(store: AnswersStore, accountId: string): Promise<() => void> {
  const restore = async () => {
    await restoreWrites(store, accountId);
    // Last: the cache drops at the next turn what has no subscriber.
    return restoreAnswers(store, accountId);
  };
  const restored = (await mayHoldData()) ? await Promise.race([restore(), timeout(RESTORE_TIMEOUT_MS)]) : undefined;
  const isOld = (name: 'getContent' | 'getQuestions') => ({ forceRefetch: restored?.has(name) === true });
  const lists = [
    store.dispatch(contentApi.endpoints.getContent.initiate(undefined, isOld('getContent'))),
    store.dispatch(questionApi.endpoints.getQuestions.initiate(undefined, isOld('getQuestions'))),
  ];
  const stopKeeping = keepAnswers(store, accountId, restored);
  if (!restored?.size) await Promise.race([Promise.all(lists), timeout(ANSWER_TIMEOUT_MS)]);
  return () => {
    stopKeeping();
    for (const list of lists) list.unsubscribe();
  };
}

/** Reads what waits on the phone, so that the first screen shows it. */
async function restoreWrites(store: AnswersStore, accountId: string): Promise<void> {
  // A busy phone may open its database too late for the first attempt.
  const stored = (await readWrites(accountId)) ?? (await readWrites(accountId));
  // In between, the account may have changed.
  if (stored && store.getState().session.profile?.id === accountId) store.dispatch(writesRead(stored));
}
