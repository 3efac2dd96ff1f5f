import type { UnknownAction } from '@reduxjs/toolkit';
import type { PendingWrite, StoredWrite } from '../device/pendingWrite.ts';
import type { WriteResult } from './queuedCall.ts';

/* The words of the queue: what a tab knows, what happens to it, and what follows (reduceQueue.ts). */

export interface QueueState {
  /** Writes of this tab whose form waits for the answer. */
  readonly forms: readonly WaitingForm[];
  /** What the device held when it was last read or written. */
  readonly stored: readonly StoredWrite[];
  /** Writes that the device could not store. They are tried once, as the call would be without the queue. */
  readonly unstored: readonly PendingWrite[];
  readonly sending: PendingWrite | undefined;
  /** The keys of those that were sent or given up, although the device may still hold them. */
  readonly done: ReadonlySet<string>;
  /** Why writes were rejected, by their keys, as long as the device does not hold that: it may be full. */
  readonly rejected: ReadonlyMap<string, string>;
  /** How often a write has failed, by its key. */
  readonly failures: ReadonlyMap<string, number>;
  readonly failuresInARow: number;
  /** Calls that the server does not take for a while, and until when. */
  readonly limited: ReadonlyMap<string, number>;
  /** This tab has asked for the lock, or holds it. */
  readonly isRunning: boolean;
  /** To be sent in another round. */
  readonly isAsked: boolean;
  /** The accounts whose writes this round has stored or given back after their form had gone on. */
  readonly storedLate: readonly string[];
  readonly rejectedLate: readonly string[];
}

export interface WaitingForm {
  write: PendingWrite;
  /** The device has the write, so the form may go on without the answer. */
  isStored: boolean;
}

export const EMPTY_QUEUE: QueueState = {
  forms: [],
  stored: [],
  unstored: [],
  sending: undefined,
  done: new Set(),
  rejected: new Map(),
  failures: new Map(),
  failuresInARow: 0,
  limited: new Map(),
  isRunning: false,
  isAsked: false,
  storedLate: [],
  rejectedLate: [],
};

/** What is true as an event is handled. */
export interface Moment {
  /** The signed-in account. */
  accountId: string | undefined;
  /** The server has ended the session. */
  hasEnded: boolean;
  isOnline: boolean;
  now: number;
  /** From 0 to 1, for the pauses between attempts. */
  random: number;
}

/** What a tab reports to the others. */
export type TabMessage =
  | { type: 'changed' | 'blocked' }
  /** A write that another tab may be waiting for. */
  | { type: 'settled'; key: string; result: WriteResult };

export type QueueEvent =
  /** The app has started, or the code that sends has loaded late. */
  | { type: 'opened' }
  | { type: 'made'; write: PendingWrite }
  /** The device has answered: the write's id, or why there is none. */
  | { type: 'added'; write: PendingWrite; result: number | 'full' | undefined }
  /** A form has waited long enough for its answer. */
  | { type: 'formWaited'; key: string }
  /** What waits is to be sent now. */
  | { type: 'asked' }
  /** No other tab sends. */
  | { type: 'locked' }
  | { type: 'unlocked' }
  /** The writes of an account; undefined if the device cannot be read. */
  | { type: 'read'; accountId: string; writes: readonly StoredWrite[] | undefined; isToSend: boolean }
  /** The server's answer to the write that was being sent. */
  | { type: 'answered'; result: WriteResult }
  | { type: 'told'; message: TabMessage }
  /** The author of a rejected write wants it to be sent again. */
  | { type: 'repeated'; write: PendingWrite }
  | { type: 'discarded'; write: PendingWrite };

export type Effect =
  /** Moves what a closed page has left in the journal into the device's database. */
  | { type: 'recover'; accountId: string; exceptKeys: readonly string[] }
  | { type: 'dropJournaled'; key: string }
  /** Adds a write in place of those with the same intent, but not of the one that is being sent. */
  | { type: 'add'; write: PendingWrite; sendingId: number | undefined }
  | { type: 'replace'; write: StoredWrite }
  | { type: 'remove'; id: number }
  | { type: 'read'; accountId: string; isToSend: boolean }
  | { type: 'lock' }
  | { type: 'unlock' }
  /** `isKept`: it could not be sent when it was made. */
  | { type: 'send'; write: PendingWrite; isKept: boolean }
  /** Asks again after a pause, in place of an earlier request to do so; without a pause not at all. */
  | { type: 'retry'; afterMs: number | undefined }
  /** Gives a form its answer. */
  | { type: 'settle'; key: string; result: WriteResult }
  /** Changes what the screens show as unsent. */
  | { type: 'show'; action: UnknownAction }
  /** Shows a stored write in what has been read. */
  | { type: 'showStored'; write: PendingWrite; answer: unknown }
  | { type: 'post'; message: TabMessage }
  /** Late writes have been sent, and none waits any more; or one of them was rejected. */
  | { type: 'notify'; what: 'emptied' | 'rejected' }
  /** Nothing can be sent any more. */
  | { type: 'rest' };
