import type { ApiMeta } from '@companion/client/api/apiRequest';
import type { ClientCall } from '@companion/contract/defineCall';
import type { FetchBaseQueryError, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import type { Lifecycle, Tag } from '../api/endpoints.ts';

export type Argument = Record<string, unknown>;
export type WriteResult = QueryReturnValue<unknown, FetchBaseQueryError, ApiMeta>;
/** The parts of the store that the queue uses. */
export type QueueStore = Pick<Lifecycle<unknown>, 'dispatch'> & { getState: () => unknown };

/** How the queue sends one call of the contract. The registry holds calls of every argument. */
export interface QueuedCall<Arg = Argument, Stored = unknown> {
  call: ClientCall;
  /** Names what the write is about. A later write with the same intent takes its place. */
  intent: (argument: Arg) => string;
  /** Every write is sent: none takes the place of another. */
  isRepeatable?: boolean;
  /** Names it in the list on the profile page. */
  label?: (argument: Arg, state: unknown) => string;
  /** What its author chose, in words, for the same list. */
  chosen?: (argument: Arg, state: unknown) => string | undefined;
  /** Whether this write may wait. One that may not is sent at once, and its failure is shown. */
  mayWait?: (argument: Arg) => boolean;
  /** Completes the argument at the time of sending, from what the server has then. */
  complete?: (argument: Argument, read: Read) => Promise<WriteResult>;
  /** Stores what the server answered. */
  onStored?: (answer: Stored, argument: Arg, store: QueueStore) => void;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Fetched again once it is stored. */
  invalidates?: readonly Tag[];
}

/** Reads from the server on the way. */
export type Read = (call: ClientCall, fields: Argument) => Promise<WriteResult>;

/** By the name of the call. queuedEndpoints.ts fills it, so that the queue finds the call of a stored write. */
export const queuedCalls = new Map<string, QueuedCall>();

/** How long a form waits for an answer before it goes on without. */
export const ANSWER_TIMEOUT_MS = 8000;

/** As the server answers a call without a session. */
export const SIGNED_OUT: WriteResult = {
  error: { status: 401, data: undefined },
  meta: { auth: 'account', silent: true },
};

/** What a form gets for a write that waits on this phone. */
export const WAITING: WriteResult = { data: { message: '', isWaiting: true } };

/** A newer version of the app has stored it, or an older one in another shape. */
export const NOT_SENDABLE = 'This version of the app cannot send this.';

export const failure = (message: string): WriteResult => ({
  error: { status: 'CUSTOM_ERROR', error: message, data: { message } },
  meta: { auth: 'account', silent: false },
});
