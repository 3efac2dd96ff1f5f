import { EVENT_FILES, readableEventInfo } from '@companion/contract/event';
import type { AppStore } from '../api/api.ts';
import { eventApi, eventFile } from '../api/eventApi.ts';
import { keepReply } from '../api/keepReply.ts';
import { readApi } from '../api/readApi.ts';
import { readWrites } from '../device/keptWritesAndReplies.ts';
import { mayHoldData } from '../device/mayHoldData.ts';
import { keepEvent, keptEvent } from '../session/keptEvent.ts';
import { writesRead } from '../session/writesSlice.ts';
import { timeout } from '../time.ts';

/** A phone that does not answer for longer must not delay the network. */
const RESTORE_TIMEOUT_MS = 300;
/** A network that does not answer for longer must not delay the screen. */
const ANSWER_TIMEOUT_MS = 300;

type List = PromiseLike<unknown> & { unsubscribe: () => void };

/**
 * Shows the lists that the phone keeps, with what waits to be sent, fetches both in parallel, and stays subscribed:
 * unused data is kept for 0 seconds (§9). Resolves when what was kept is in the cache, or the answers if nothing was:
 * the page's inline script has asked for them. @returns a function that unsubscribes
 */
export async function subscribeToLists(store: AppStore, accountId: string): Promise<() => void> {
  const { getContent, getQuestions } = readApi.endpoints;
  // The sessions wait for it (readApi.ts), and the screens, which ask for it too, are first rendered with the sessions.
  // It is everybody's, so nothing ends it.
  store.dispatch(eventApi.endpoints.getEvent.initiate());
  const mayRestore = await mayHoldData();
  if (mayRestore && !keptEvent().timeZone) {
    // Without it the network may still bring it.
    await Promise.race([restoreEvent().catch(() => {}), timeout(RESTORE_TIMEOUT_MS)]);
  }
  const subscribe = async (
    name: 'getContent' | 'getQuestions',
    fetch: (options: { forceRefetch: boolean }) => List,
  ) => {
    const { restored, stop } = keepReply(store, accountId, name);
    const isOld = mayRestore && (await Promise.race([restored, timeout(RESTORE_TIMEOUT_MS)])) === true;
    // At once: the cache drops at the next turn what has no subscriber.
    const list = fetch({ forceRefetch: isOld });
    if (!isOld) await Promise.race([list, timeout(ANSWER_TIMEOUT_MS)]);
    return () => {
      stop();
      list.unsubscribe();
    };
  };
  const restoring = mayRestore && Promise.race([restoreWrites(store, accountId), timeout(RESTORE_TIMEOUT_MS)]);
  const unsubscribe = await Promise.all([
    subscribe('getContent', (options) => store.dispatch(getContent.initiate(undefined, options))),
    subscribe('getQuestions', (options) => store.dispatch(getQuestions.initiate(undefined, options))),
  ]);
  await restoring;
  return () => {
    for (const each of unsubscribe) each();
  };
}

/**
 * In another tab the event is where the app's worker has stored it: what the phone keeps shows in the event's zone.
 * @throws if it is not there
 */
async function restoreEvent(): Promise<void> {
  const stored = await caches.match(eventFile(EVENT_FILES.info));
  keepEvent(readableEventInfo.parse(await stored?.json()));
}

/** Reads what waits on the phone, so that the first screen shows it. */
async function restoreWrites(store: AppStore, accountId: string): Promise<void> {
  // A busy phone may open its database too late for the first attempt.
  const stored = (await readWrites(accountId)) ?? (await readWrites(accountId));
  // In between, the account may have changed.
  if (stored && store.getState().session.profile?.id === accountId) store.dispatch(writesRead(stored));
}
