import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';
import { tabStorage } from '../session/safeStorage.ts';

const RETRY_INTERVAL_MS = 1000;
const ANSWER_TIMEOUT_MS = 5000;
/** If the code is still missing after these reloads, the network is not the cause. */
const MAX_RELOADS = 3;
const RELOADS_KEY = 'reloads';

/** Whether the error means that a page's script or style could not be loaded. Each browser words it differently. */
export const isLostCode = (error: unknown): boolean =>
  error instanceof Error && /preload|dynamically imported module|importing a module script/i.test(error.message);

/**
 * Reloads the page as soon as the server answers; drafts survive that. Without an answer, a reload would replace the
 * app with the browser's error page.
 * @param isRequested the attendee pressed the button: check at once, without a limit on reloads
 * @returns a function that stops waiting
 */
export function reloadOnceReachable(isRequested: boolean): () => void {
  const before = Number(tabStorage.read(RELOADS_KEY));
  if (!isRequested && before >= MAX_RELOADS) return () => {};
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const check = async () => {
    const isReachable = await isServerReachable();
    if (isStopped) return;
    if (!isReachable) {
      timer = setTimeout(check, RETRY_INTERVAL_MS);
      return;
    }
    // The count is per tab. Without storage there is no automatic reload, only the button.
    if (!isRequested && !tabStorage.write(RELOADS_KEY, String(before + 1))) return;
    window.location.reload();
  };
  timer = setTimeout(check, isRequested ? 0 : RETRY_INTERVAL_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Whether the server answers, and not a captive portal. */
async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetch(eventFile(EVENT_FILES.info), { cache: 'no-store', signal });
    return answer.ok && Boolean(answer.headers.get('content-type')?.includes('json'));
  } catch {
    return false;
  }
}
