import { connect, type StreamPauses } from '@companion/client/live/connect';
import { joinTabs, type Tab } from '@companion/client/live/joinTabs';
import { openStream } from '@companion/client/live/openStream';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { HEARTBEAT_EVENT, STAFF_LIVE_FRAMES, type StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { observable } from './observable.ts';
import { isReachable, reachability } from './reachability.ts';

/** Gets each frame of the stream, and undefined each time that the stream begins. */
type Listener = (frame: StaffLiveFrame | undefined, data?: unknown) => void;

/** The newest frame of each kind, and whether the stream delivers. */
type NewestFrames = Partial<Record<StaffLiveFrame, unknown>> & { isDelivering?: boolean };

/** The staff are few: they may come back together, and screens ask until then. */
const PAUSES: StreamPauses = {
  minMs: 0,
  afterEnd: { baseMs: 5000, maxMs: 5000 },
  afterSilenceMs: 0,
  afterOutageMs: 0,
};

const listeners = new Set<Listener>();
let audience: 'staff' | 'stage' = 'staff';
/** The place of this tab among those of the browser, which share one stream for each audience. */
let tab: Tab<NewestFrames> | undefined;
let newest: NewestFrames = {};

/** Whether frames arrive; while not, screens ask at their own pace. A stream that looks open may deliver nothing. */
export const isLive = observable(false);

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
  tab = joinTabs<NewestFrames>({
    name: `console ${audience}`,
    // All members see the same, and the server ends a stream with its session.
    accountId: '',
    isReturn: false,
    lead,
    known: () => newest,
    onUpdate: show,
  });
}

function leave(): void {
  tab?.leave();
  tab = undefined;
  newest = {};
  isLive.set(false);
}

/** Keeps the stream of this browser. Returns a function that ends it. */
function lead(): () => void {
  let isLeading = true;
  const connection = connect({
    openStream: async ({ onBytes, onFrame }, signal) => {
      // Calls may notice sooner than the silence that a line was cut, and that it is back.
      const renewed = new AbortController();
      const stop = reachability.onReachable(() => renewed.abort());
      const parts = {
        url: `/api${STAFF_LIVE_PATH}?audience=${audience}`,
        onBytes,
        onEvent: ({ event, data }: { event?: string | undefined; data: string }) => {
          const frame = STAFF_LIVE_FRAMES.find((name) => name === event);
          if (!isLeading || (!frame && event !== HEARTBEAT_EVENT)) return;
          onFrame();
          setDelivering(true);
          if (frame) arrive({ [frame]: JSON.parse(data) });
        },
      };
      const end = await openStream(parts, AbortSignal.any([signal, renewed.signal]));
      stop();
      if (isLeading) setDelivering(false);
      return end;
    },
    // Nothing is read here: each stream begins with all that is known, and screens ask at their own pace.
    readState: async () => isReachable.get(),
    mayStream: true,
    isOnStage: () => false,
    isOnline: isReachable.get,
    onReachable: (listener) => reachability.onReachable(listener),
    // The calls of the screens notice it.
    reportFailure: () => {},
    pauses: PAUSES,
  });
  return () => {
    isLeading = false;
    connection.close();
    setDelivering(false);
  };
}

function setDelivering(isDelivering: boolean): void {
  if (isLive.get() !== isDelivering) arrive({ isDelivering });
}

/** Shows what arrived here, in every tab. */
function arrive(update: NewestFrames): void {
  show(update);
  tab?.post(update);
}

function show(update: NewestFrames): void {
  Object.assign(newest, update);
  if (update.isDelivering !== undefined) isLive.set(update.isDelivering);
  if (update.isDelivering) report(undefined);
  for (const frame of STAFF_LIVE_FRAMES) if (frame in update) report(frame, update[frame]);
}

const report: Listener = (frame, data) => {
  for (const listener of listeners) listener(frame, data);
};
