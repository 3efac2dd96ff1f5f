import * as device from '../device/deviceStore.ts';
import { dropJournaled, readJournal } from '../session/writeJournal.ts';
import { notifyError, notifySuccess } from '../toasts/toasts.ts';
import { performWrite, showStored } from './performWrite.ts';
import type { QueueStore } from './queuedCall.ts';
import { createQueueRunner, type QueueRunner } from './queueRunner.ts';
import type { TabMessage } from './queueState.ts';

/** The Web Lock of the tab that sends. */
const LOCK = 'send';

const queues = new WeakMap<object, QueueRunner>();

/** The queue of this tab's store, made when it is first needed. */
export function queueOf({ dispatch, getState }: QueueStore): QueueRunner {
  const known = queues.get(getState);
  if (known) return known;
  const store = { dispatch, getState };
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('writes') : undefined;
  const queue = createQueueRunner({
    store,
    device,
    journal: { read: readJournal, drop: dropJournaled },
    // Locks need a secure context. Without them two tabs may send the same write, which the server stores once.
    lock: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
    perform: (write, isKept) => performWrite(write, store, isKept),
    onStored: (write, answer) => showStored(write, answer, store),
    postToTabs: (message) => tabs?.postMessage(message),
    notify: (what) => {
      if (what === 'emptied') notifySuccess('Everything you did offline has been sent.');
      else notifyError({ data: { message: 'Something you did offline was not accepted. Your profile shows it.' } });
    },
  });
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => void queue.receive(data));
  queues.set(getState, queue);
  return queue;
}
