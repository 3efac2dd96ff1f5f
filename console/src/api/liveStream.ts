import { LIVE_FRAMES, type LiveFrame, STAFF_LIVE_PATH } from '@companion/contract/live';

/** Gets each frame of the stream, and undefined each time that the stream begins or ends. */
type Listener = (frame: LiveFrame | undefined, data?: unknown) => void;

/** Between frames the server sends a sign of life every 10 s; the browser reports only lines that were closed. */
const REOPEN_MS = 5000;

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let reopen: ReturnType<typeof setTimeout> | undefined;

/** Whether frames arrive; while not, screens ask at their own pace. */
export const isLive = (): boolean => source?.readyState === EventSource.OPEN;

/** Watches the stream, which is open while anything watches it. Returns a function that stops it. */
export function watchLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!source) open();
  return () => {
    listeners.delete(listener);
    // A screen that replaces another watches at once.
    setTimeout(closeUnwatched);
  };
}

function open(): void {
  clearTimeout(reopen);
  const own = new EventSource(`/api${STAFF_LIVE_PATH}`);
  source = own;
  const report = (frame?: LiveFrame, data?: unknown) => {
    for (const listener of listeners) listener(frame, data);
  };
  own.onopen = () => report();
  for (const frame of LIVE_FRAMES) own.addEventListener(frame, ({ data }) => report(frame, JSON.parse(data)));
  own.onerror = () => {
    report();
    // After a refusal the browser does not try again.
    if (own.readyState !== EventSource.CLOSED) return;
    reopen = setTimeout(() => {
      if (source === own) open();
    }, REOPEN_MS);
  };
}

function closeUnwatched(): void {
  if (listeners.size > 0) return;
  clearTimeout(reopen);
  source?.close();
  source = undefined;
}
