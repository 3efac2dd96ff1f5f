import { reachability } from '../api/server.ts';
import { tabStorage } from '../session/safeStorage.ts';

/** If the code is still missing after these reloads, the network is not the cause. */
const MAX_RELOADS = 3;
const RELOADS_KEY = 'reloads';

/** The code of the page is there. */
export const forgetReloads = (): void => tabStorage.remove(RELOADS_KEY);

/**
 * Reloads the page as soon as the server answers; drafts survive that. Without an answer, a reload would replace the
 * app with the browser's error page.
 * @param isRequested the attendee pressed the button: without a limit on reloads, and without the pause that spreads
 *   the phones of a full hall
 * @returns a function that stops waiting
 */
export function reloadOnceReachable(isRequested: boolean): () => void {
  const before = Number(tabStorage.read(RELOADS_KEY));
  if (!isRequested && before >= MAX_RELOADS) return () => {};
  if (isRequested) return reachability.onceReachable(() => window.location.reload());
  reachability.failed();
  return reachability.onReachable(() => {
    // The count is per tab. Without storage there is no automatic reload, only the button.
    if (tabStorage.write(RELOADS_KEY, String(before + 1))) window.location.reload();
  });
}
