import type * as keptWritesAndReplies from '../device/keptWritesAndReplies.ts';
import type { PendingWrite } from '../device/pendingWrite.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { selectUsableAccountId } from '../session/sessionSlice.ts';
import { ANSWER_TIMEOUT_MS, failure, NOT_SENDABLE, type QueueStore, type WriteResult } from './queuedCall.ts';
import { type Effect, EMPTY_QUEUE, type Moment, type QueueEvent, type TabMessage } from './queueState.ts';
import { reduceQueue } from './reduceQueue.ts';

/** What the effects of the queue reach. */
export interface QueueSurroundings {
  store: QueueStore;
  device: Pick<typeof keptWritesAndReplies, 'addWrite' | 'readWrites' | 'replaceWrite' | 'removeWrite'>;
  /** Writes on their way into the device's database: a page that was closed may have left some. */
  journal: { read: (accountId: string) => PendingWrite[]; drop: (idempotencyKey: string) => void };
  /** Runs the work while no other tab of this browser sends. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Sends a write; `isKept`: it could not be sent when it was made. */
  perform: (write: PendingWrite, isKept: boolean) => Promise<WriteResult>;
  /** Shows a stored write in what has been read, and stores the answer. */
  onStored: (write: PendingWrite, answer: unknown) => void;
  postToTabs: (message: TabMessage) => void;
  notify: (what: 'emptied' | 'rejected') => void;
  /** Calls back later; returns a function that cancels it. */
  schedule?: (work: () => void, ms: number) => () => void;
}

/** The next effect waits for a promise. The device works in the order of the requests. */
type Performers = { [Type in Effect['type']]: (effect: Extract<Effect, { type: Type }>) => unknown };

export type QueueRunner = ReturnType<typeof createQueueRunner>;

/** Performs what reduceQueue.ts decides, and feeds it what comes of that. It decides nothing itself. */
export function createQueueRunner({ schedule = afterTimeout, ...around }: QueueSurroundings) {
  const { store, device, journal, lock, perform, onStored, postToTabs, notify } = around;
  /** By the key of the write whose answer a form waits for. */
  const forms = new Map<string, (result: WriteResult) => void>();
  /** Those who wait until nothing can be sent any more. */
  let resting: (() => void)[] = [];
  let queue = EMPTY_QUEUE;
  let unlock = () => {};
  let cancelRetry = () => {};

  const performers: Performers = {
    recover: ({ accountId, exceptKeys }) => {
      // All are begun before any is awaited, or a write could be added after its own page has stored and sent it. A page
      // that is still open may add it again after this; then it takes the place of this one.
      for (const write of journal.read(accountId).filter((one) => !exceptKeys.includes(one.idempotencyKey))) {
        // A database that does not open, or is full, leaves it for the next start.
        void device.addWrite(write).then((id) => typeof id === 'number' && journal.drop(write.idempotencyKey));
      }
    },
    dropJournaled: ({ key }) => journal.drop(key),
    add: async ({ write, sendingId }) => {
      const result = await device.addWrite(write, sendingId);
      void handle({ type: 'added', write, result });
      schedule(() => void handle({ type: 'formWaited', key: write.idempotencyKey }), ANSWER_TIMEOUT_MS);
    },
    replace: ({ write }) => device.replaceWrite(write),
    remove: ({ id }) => device.removeWrite(id),
    read: async ({ accountId, isToSend }) => {
      const writes = await device.readWrites(accountId);
      void handle({ type: 'read', accountId, writes, isToSend });
    },
    lock: () => {
      const work = () =>
        new Promise<void>((resolve) => {
          unlock = resolve;
          void handle({ type: 'locked' });
        });
      void lock(work).finally(() => handle({ type: 'unlocked' }));
    },
    unlock: () => unlock(),
    send: async ({ write, isKept }) => {
      const result = await perform(write, isKept).catch(() => failure(NOT_SENDABLE));
      void handle({ type: 'answered', result });
    },
    retry: ({ afterMs }) => {
      cancelRetry();
      if (afterMs !== undefined) cancelRetry = schedule(() => void handle({ type: 'asked' }), afterMs);
    },
    settle: ({ key, result }) => {
      forms.get(key)?.(result);
      forms.delete(key);
    },
    show: ({ action }) => void store.dispatch(action),
    showStored: ({ write, answer }) => onStored(write, answer),
    post: ({ message }) => postToTabs(message),
    notify: ({ what }) => notify(what),
    rest: () => {
      for (const resolve of resting) resolve();
      resting = [];
    },
  };

  function moment(): Moment {
    const state = sessionState(store);
    const { hasEnded = false } = state.session;
    const isOnline = selectIsOnline(state);
    return { accountId: selectUsableAccountId(state), hasEnded, isOnline, now: Date.now(), random: Math.random() };
  }

  /** Resolves when the effects are done that follow at once. Each begins when the one before is done. */
  async function handle(event: QueueEvent): Promise<void> {
    const { state, effects } = reduceQueue(queue, event, moment());
    queue = state;
    for (const effect of effects) {
      try {
        // Each type has its performer, which the types cannot follow.
        const work = performers[effect.type](effect as never);
        if (work instanceof Promise) await work;
      } catch (error) {
        // The others must follow, or the lock would stay.
        console.error('Unsent writes:', error);
      }
    }
  }

  /** Sends what waits, unless another tab does. Resolves when nothing can be sent any more. */
  const sendAll = () =>
    new Promise<void>((resolve) => {
      resting.push(resolve);
      void handle({ type: 'asked' });
    });

  /** Moves what closed pages have left into the device's database, and shows what it holds. */
  const open = () => handle({ type: 'opened' });

  return {
    open,
    sendAll,
    /** Also what the journal has. */
    sendLeft: () => {
      void open();
      return sendAll();
    },
    /** Stores a write and sends it. Resolves with the answer, or with `isWaiting` once it is known to wait. */
    deliver: (write: PendingWrite) =>
      new Promise<WriteResult>((resolve) => {
        forms.set(write.idempotencyKey, resolve);
        void handle({ type: 'made', write });
      }),
    receive: (message: TabMessage) => handle({ type: 'told', message }),
    sendAgain: (write: PendingWrite) => handle({ type: 'repeated', write }),
    discard: (write: PendingWrite) => handle({ type: 'discarded', write }),
  };
}

function afterTimeout(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
