import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';

const ASK_EVERY = 1000;
/** Code that is still missing after these is not the network's fault. */
const RELOADS = 3;
const RELOADS_KEY = 'reloads';

/** Whether an error says that a page's script or style did not arrive; each browser has its own words for it. */
export const isLostCode = (error: unknown): boolean =>
  error instanceof Error && /preload|dynamically imported module|importing a module script/i.test(error.message);

/**
 * Reloads the page as soon as the server answers again; unsent text survives that (drafts). Never while it does not
 * answer, which would trade the app for the browser's own error page.
 * @returns what stops the waiting
 */
export function reloadOnceReachable(): () => void {
  const before = reloadsBefore();
  if (before >= RELOADS) return () => {};
  const timer = setInterval(async () => {
    const answer = await fetch(eventFile(EVENT_FILES.info), { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return;
    clearInterval(timer);
    countReload(before + 1);
    window.location.reload();
  }, ASK_EVERY);
  return () => clearInterval(timer);
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
