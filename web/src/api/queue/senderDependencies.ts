import type * as deviceStore from '../../device/deviceStore.ts';
import type { PendingWrite } from '../../device/pendingWrite.ts';
import type { QueueStore, WriteResult } from './queuedCalls.ts';

/** What a tab reports to the others. */
export type TabMessage =
  | { type: 'changed' | 'blocked' }
  /** A write that another tab may be waiting for. */
  | { type: 'settled'; key: string; result: WriteResult };

export interface SenderDependencies {
  store: QueueStore;
  device: Pick<typeof deviceStore, 'addWrite' | 'readWrites' | 'replaceWrite' | 'removeWrite'>;
  /** Writes on their way into the device's database: a page that was closed may have left some. */
  journal: { read: (accountId: string) => PendingWrite[]; drop: (idempotencyKey: string) => void };
  /** Runs the work while no other tab of this browser sends. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Sends a write; `isKept`: it could not be sent when it was made. */
  perform: (write: PendingWrite, isKept: boolean) => Promise<WriteResult>;
  /** Shows a stored write in what has been read, and stores the answer. */
  onStored: (write: PendingWrite, answer: unknown) => Promise<void>;
  postToTabs: (message: TabMessage) => void;
  /** Late writes have been sent, and none waits any more; or one of them was refused. */
  notify: (what: 'emptied' | 'rejected') => void;
  /** Calls back later; returns a function that cancels it. */
  schedule?: (work: () => void, ms: number) => () => void;
}
