import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { HEARTBEAT_EVENT, STAFF_LIVE_FRAMES, type StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { joinTabs, type Tab } from '@companion/web/live/joinTabs.ts';
import { isConnectionLost, watchConnection } from './connection.ts';

/** Gets each frame of the stream, and undefined each time that the stream begins or ends. */
type Listener = (frame: StaffLiveFrame | undefined, data?: unknown) => void;

/** The newest frame of each kind, and whether the stream delivers. */
type Known = Partial<Record<StaffLiveFrame, unknown>> & { isDelivering?: boolean };

const REOPEN_MS = 5000;
/** Heartbeats come every 10 s. Without one for this long the line was cut without a word, or a proxy holds it back. */
const SILENCE_MS = 25_000;

const listeners = new Set<Listener>();
let audience: 'staff' | 'stage' = 'staff';
/** The place of this tab among those of the browser, which share one stream for each audience. */
let tab: Tab<Known> | undefined;
let known: Known = {};
/** Only in the leading tab. */
let source: EventSource | undefined;
let reopen: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Whether frames arrive; while not, screens ask at their own pace. A stream that looks open may deliver nothing. */
export const isLive = (): boolean => known.isDelivering === true;

/** From here on the stream has what the stage may see: a member's browser may be the one at the projector. */
export function followAsStage(): void {
  if (audience === 'stage') return;
  audience = 'stage';
  if (!tab) return;
  leave();
  join();
}

/** Watches the stream, which is open while anything watches it. Returns a function that stops it. */
export function watchLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!tab) join();
  return () => {
    listeners.delete(listener);
    // A screen that replaces another watches at once.
    setTimeout(() => {
      if (listeners.size === 0) leave();
    });
  };
}

function join(): void {
  tab = joinTabs<Known>({
    name: `console ${audience}`,
    // All members see the same, and the server ends a stream with its session.
    accountId: '',
    isReturn: false,
    lead: () => {
      open();
      return close;
    },
    known: () => known,
    onUpdate: show,
  });
}

function leave(): void {
  tab?.leave();
  tab = undefined;
  known = {};
}

function open(): void {
  close();
  const own = new EventSource(`/api${STAFF_LIVE_PATH}?audience=${audience}`);
  source = own;
  restartSilenceTimer();
  for (const frame of STAFF_LIVE_FRAMES) {
    own.addEventListener(frame, ({ data }) => {
      noteArrival();
      arrive({ [frame]: JSON.parse(data) });
    });
  }
  own.addEventListener(HEARTBEAT_EVENT, noteArrival);
  own.onerror = () => {
    setDelivering(false);
    // After a refusal the browser does not try again.
    if (own.readyState === EventSource.CLOSED) reopen = setTimeout(open, REOPEN_MS);
  };
}

function close(): void {
  clearTimeout(reopen);
  clearTimeout(silence);
  source?.close();
  source = undefined;
  setDelivering(false);
}

function noteArrival(): void {
  restartSilenceTimer();
  setDelivering(true);
}

function restartSilenceTimer(): void {
  clearTimeout(silence);
  silence = setTimeout(open, SILENCE_MS);
}

function setDelivering(isDelivering: boolean): void {
  if (isLive() !== isDelivering) arrive({ isDelivering });
}

/** Shows what arrived here, in every tab. */
function arrive(update: Known): void {
  show(update);
  tab?.post(update);
}

function show(update: Known): void {
  Object.assign(known, update);
  if ('isDelivering' in update) report();
  for (const frame of STAFF_LIVE_FRAMES) if (frame in update) report(frame, update[frame]);
}

function report(frame?: StaffLiveFrame, data?: unknown): void {
  for (const listener of listeners) listener(frame, data);
}

// Calls may notice sooner than the silence that a line was cut, and that it is back.
watchConnection(() => {
  if (source && !isConnectionLost()) open();
});
