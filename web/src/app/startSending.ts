// In these files each call says how the queue sends it.
import '../api/answerApi.ts';
import '../api/audienceQuestionApi.ts';
import '../api/feedbackApi.ts';
import '../api/itemFeedbackApi.ts';
import '../api/profileApi.ts';
import { dropSentDrafts } from '../api/queue/dropSentDrafts.ts';
import type { QueueStore } from '../api/queue/queuedCalls.ts';
import { senderOf } from '../api/queue/senderOf.ts';
import { onReachable } from '../api/serverReachability.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectUnsentWrites } from '../session/writesSlice.ts';

interface Store extends QueueStore {
  getState: () => SessionRootState;
}

/**
 * Sends what the signed-in account left unsent: at once, when the network is back, and when the page is shown again.
 * Returns a function that stops it.
 */
export function startSending(store: Store): () => void {
  const sender = senderOf(store);
  // After an outage, at a random moment within the next seconds.
  const stopWaiting = onReachable(() => void sender.sendAll());
  const onShown = () => {
    if (!document.hidden) void sender.sendAll();
  };
  document.addEventListener('visibilitychange', onShown);
  const start = async () => {
    await sender.recover();
    await sender.reload();
    dropSentDrafts(selectUnsentWrites(store.getState()));
    await sender.sendAll();
  };
  void start();
  return () => {
    stopWaiting();
    document.removeEventListener('visibilitychange', onShown);
  };
}
