import type { AppStore } from '../api/api.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { timeout } from '../time.ts';

/** The first screen waits no longer for the lists: a placeholder is better than nothing. */
const RESTORE_TIMEOUT_MS = 300;

/**
 * Loads the content list and the questions of the signed-in account, and of each next one. Resolves when the first
 * screen should render: the lists are in the cache, or it takes too long.
 */
export async function startLists(store: AppStore): Promise<void> {
  let accountId: string | undefined;
  let release: (() => void) | undefined;
  const follow = async () => {
    const id = selectProfile(store.getState())?.id;
    if (id === accountId) return;
    accountId = id;
    release?.();
    release = undefined;
    if (id === undefined) return;
    try {
      const { subscribeToLists } = await import('./subscribeToLists.ts');
      const unsubscribe = await subscribeToLists(store, id);
      if (accountId === id) release = unsubscribe;
      else unsubscribe();
    } catch {
      // The code could not be loaded: the page fetches the lists itself.
    }
  };
  const isRestored = follow();
  store.subscribe(() => void follow());
  if (accountId === undefined) return;
  await Promise.race([isRestored, timeout(RESTORE_TIMEOUT_MS)]);
}
