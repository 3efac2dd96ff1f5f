import { LIVE_FRAMES, type LiveFrame, STAFF_LIVE_PATH } from '@companion/contract/live';
import { isConnectionLost, watchConnection } from './connection.ts';

/** Gets each frame of the stream, and undefined each time that the stream begins or ends. */
type Listener = (frame: LiveFrame | undefined, data?: unknown) => void;

const REOPEN_MS = 5000;

const listeners = new Set<Listener>();
let audience: 'staff' | 'stage' = 'staff';
let source: EventSource | undefined;
let reopen: ReturnType<typeof setTimeout> | undefined;

/** Whether frames arrive; while not, screens ask at their own pace. */
export const isLive = (): boolean => source?.readyState === EventSource.OPEN;

/** From here on the stream has what the stage may see: a member's browser may be the one at the projector. */
export function followAsStage(): void {
  if (audience === 'stage') return;
  audience = 'stage';
  if (source) open();
}

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
  close();
  const own = new EventSource(`/api${STAFF_LIVE_PATH}?audience=${audience}`);
  source = own;
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

function close(): void {
  clearTimeout(reopen);
  source?.close();
  source = undefined;
}

function closeUnwatched(): void {
  if (listeners.size === 0) close();
}

function report(frame?: LiveFrame, data?: unknown): void {
  for (const listener of listeners) listener(frame, data);
}

// A line that was cut without a word looks open: calls notice it, and the stream begins again with them.
watchConnection(() => {
  if (source && !isConnectionLost()) open();
});
