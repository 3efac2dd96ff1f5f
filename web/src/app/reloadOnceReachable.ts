import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';

const ASK_EVERY = 1000;
const ANSWER_TIMEOUT = 5000;
/** Code that is still missing after these is not the network's fault. */
const RELOADS = 3;
const RELOADS_KEY = 'reloads';

/** Whether an error says that a page's script or style did not arrive; each browser has its own words for it. */
export const isLostCode = (error: unknown): boolean =>
  error instanceof Error && /preload|dynamically imported module|importing a module script/i.test(error.message);

/**
 * Reloads the page as soon as the server answers; unsent text survives that (drafts). Never while it does not
 * answer, which would trade the app for the browser's own error page.
 * @param isAsked the person asked for it: at once, and as often as they like
 * @returns what stops the waiting
 */
export function reloadOnceReachable(isAsked: boolean): () => void {
  const before = reloadsBefore();
  if (!isAsked && before >= RELOADS) return () => {};
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const ask = async () => {
    const isReachable = await answers();
    if (isStopped) return;
    if (!isReachable) {
      timer = setTimeout(ask, ASK_EVERY);
      return;
    }
    if (!isAsked) countReload(before + 1);
    window.location.reload();
  };
  timer = setTimeout(ask, isAsked ? 0 : ASK_EVERY);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Whether the server itself answers, rather than a captive portal in its place. */
async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
    const answer = await fetch(eventFile(EVENT_FILES.info), { cache: 'no-store', signal });
    return answer.ok && Boolean(answer.headers.get('content-type')?.includes('json'));
  } catch {
    return false;
  }
}

// The count ends with the tab. Where nothing can be stored, the button is left.
function reloadsBefore(): number {
  try {
    return Number(sessionStorage.getItem(RELOADS_KEY) ?? 0);
  } catch {
    return RELOADS;
  }
}

function countReload(reloads: number): void {
  try {
    sessionStorage.setItem(RELOADS_KEY, String(reloads));
  } catch {
    // As above: then no reload was begun.
  }
}
