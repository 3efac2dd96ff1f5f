import type { AppStore } from '../api/api.ts';
import { loadLate } from '../page/loadLate.ts';
import { selectUsableAccountId } from '../session/sessionSlice.ts';
import { timeout } from '../time.ts';
import { preloadToasts } from '../toasts/toasts.ts';
import { pollAtStart } from './pollAtStart.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';
import { pageLoaders } from './routes.tsx';

type Stop = () => void;
/** Begins something in the name of an account. */
type Start = (store: AppStore, accountId: string) => Stop | Promise<Stop>;

/**
 * Does something for each account while it is signed in and usable.
 * @param load loads the code, which is not part of the first download
 * @returns resolves when it has begun for the account that is signed in now
 */
async function whileSignedIn(store: AppStore, load: () => Promise<Start>): Promise<void> {
  let accountId: string | undefined;
  let stop: Stop | undefined;
  /** The newest account's turn: what begins too late for an earlier one is stopped. */
  let turn = 0;
  const follow = async () => {
    const id = selectUsableAccountId(store.getState());
    if (id === accountId) return;
    accountId = id;
    turn += 1;
    const own = turn;
    stop?.();
    stop = undefined;
    if (id === undefined) return;
    try {
      const start = await load();
      if (turn !== own) return;
      const started = await start(store, id);
      if (turn === own) stop = started;
      else started();
    } catch {
      // The code could not be loaded: the next start of the app tries again.
    }
  };
  store.subscribe(() => void follow());
  await follow();
}

/** Loads the content list and the questions. Resolves when they are in the cache, or it is known that they are not. */
export const keepLists = (store: AppStore): Promise<void> =>
  whileSignedIn(store, async () => (await import('./subscribeToLists.ts')).subscribeToLists);

/** Leaves the network to the first screen, unless a poll is on stage. */
const LIVE_DELAY_MS = 1000;
/** Leaves the network to the first screen. */
const PREFETCH_DELAY_MS = 3000;

/** Does what the first screen can do without. */
export function doInBackground(store: AppStore): void {
  // Sends what the account has left unsent.
  void whileSignedIn(store, async () => (await loadLate(() => import('../queue/startQueue.ts'))).startQueue);
  void whileSignedIn(store, async () => {
    await Promise.race([timeout(LIVE_DELAY_MS), pollAtStart()]);
    return (await loadLate(() => import('../live/startLive.ts'))).startLive;
  });
  // The code that is needed offline: that of every page, and of what a page shows only then.
  void whileSignedIn(store, async () => {
    await timeout(PREFETCH_DELAY_MS);
    // Toasts report a lost network, so their code must be loaded before.
    preloadToasts();
    return () => prefetchWhenIdle([() => import('../profile/UnsentWrites.tsx'), ...pageLoaders]);
  });
}
