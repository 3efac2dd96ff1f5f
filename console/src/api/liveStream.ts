import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { HEARTBEAT_EVENT, STAFF_LIVE_FRAMES, type StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { isConnectionLost, watchConnection } from './connection.ts';

/** Gets each frame of the stream, and undefined each time that the stream begins or ends. */
type Listener = (frame: StaffLiveFrame | undefined, data?: unknown) => void;

const REOPEN_MS = 5000;
/** Heartbeats come every 10 s. Without one for this long the line was cut without a word, or a proxy holds it back. */
const SILENCE_MS = 25_000;

const listeners = new Set<Listener>();
let audience: 'staff' | 'stage' = 'staff';
let source: EventSource | undefined;
let reopen: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let isHeard = false;

/** Whether frames arrive; while not, screens ask at their own pace. A stream that looks open may deliver nothing. */
export const isLive = (): boolean => isHeard;

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
  awaitSound();
  for (const frame of STAFF_LIVE_FRAMES) {
    own.addEventListener(frame, ({ data }) => {
      hear();
      report(frame, JSON.parse(data));
    });
  }
  own.addEventListener(HEARTBEAT_EVENT, hear);
  own.onerror = () => {
    setHeard(false);
    // After a refusal the browser does not try again.
    if (own.readyState === EventSource.CLOSED) reopen = setTimeout(open, REOPEN_MS);
  };
}

function close(): void {
  clearTimeout(reopen);
  clearTimeout(silence);
  source?.close();
  source = undefined;
  setHeard(false);
}

function closeUnwatched(): void {
  if (listeners.size === 0) close();
}

function hear(): void {
  awaitSound();
  setHeard(true);
}

function awaitSound(): void {
  clearTimeout(silence);
  silence = setTimeout(open, SILENCE_MS);
}

function setHeard(value: boolean): void {
  if (isHeard === value) return;
  isHeard = value;
  report();
}

function report(frame?: StaffLiveFrame, data?: unknown): void {
  for (const listener of listeners) listener(frame, data);
}

// Calls may notice sooner than the silence that a line was cut, and that it is back.
watchConnection(() => {
  if (source && !isConnectionLost()) open();
});
