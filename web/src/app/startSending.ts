// These files tell the queue how to send their calls.
import '../api/accountApi.ts';
import '../api/contentApi.ts';
import '../api/feedbackApi.ts';
import '../api/questionApi.ts';
import { dropSentDrafts } from '../api/queue/dropSentDrafts.ts';
import type { QueueStore } from '../api/queue/queuedCalls.ts';
import { reconnectDelay } from '../api/queue/retryDelay.ts';
import { senderOf } from '../api/queue/senderOf.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectUnsentWrites } from '../session/writesSlice.ts';

interface Store extends QueueStore {
  getState: () => SessionRootState;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Sends what the signed-in account left unsent: at once, when the network is back, and when the page is shown again.
 * Returns a function that stops it.
 */
export function startSending(store: Store): () => void {
  const sender = senderOf(store);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOnline = selectIsOnline(store.getState());
  const stopWatching = store.subscribe(() => {
    const isOnline = selectIsOnline(store.getState());
    if (isOnline && !wasOnline) timer = setTimeout(() => void sender.sendAll(), reconnectDelay());
    wasOnline = isOnline;
  });
  const onShown = () => {
    if (!document.hidden) void sender.sendAll();
  };
  document.addEventListener('visibilitychange', onShown);
  void sender.reload().then(() => {
    dropSentDrafts(selectUnsentWrites(store.getState()));
    return sender.sendAll();
  });
  return () => {
    stopWatching();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onShown);
  };
}
