import * as device from '../../device/deviceStore.ts';
import { dropJournaled, readJournal } from '../../session/writeJournal.ts';
import { notifyError, notifySuccess } from '../../toasts/toasts.ts';
import { sessionState } from '../sessionState.ts';
import { performWrite } from './performWrite.ts';
import type { QueueStore } from './queuedCalls.ts';
import type { TabMessage } from './senderDependencies.ts';
import { showStored } from './showStored.ts';
import { createWriteSender, type WriteSender } from './writeSender.ts';

/** The Web Lock of the tab that sends. */
const LOCK = 'send';

const senders = new WeakMap<object, WriteSender>();

/** The sender of this tab's store, made when it is first needed. */
export function senderOf({ dispatch, getState }: QueueStore): WriteSender {
  const known = senders.get(getState);
  if (known) return known;
  const store = { dispatch, getState };
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('writes') : undefined;
  const sender = createWriteSender({
    store,
    device,
    journal: { read: readJournal, drop: dropJournaled },
    // Locks need a secure context. Without them two tabs may send the same write, which the server stores once.
    lock: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
    perform: (write, isKept) => performWrite(write, store, { isKept }),
    onStored: async (write, answer) => {
      if (sessionState(store).session.profile?.id === write.accountId) showStored(write, answer, store);
    },
    postToTabs: (message) => tabs?.postMessage(message),
    notify: (what) => {
      if (what === 'emptied') notifySuccess('Everything you did offline has been sent.');
      else notifyError({ data: { message: 'Something you did offline was not accepted. Your profile shows it.' } });
    },
  });
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => void sender.receive(data));
  senders.set(getState, sender);
  return sender;
}
