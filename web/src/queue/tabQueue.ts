import type { Answer } from '@companion/client/api/callTypes';
import { randomKey } from '@companion/client/api/idempotencyKeys';
import { schemaFailure } from '@companion/client/network/callFailure';
import { POLL_CLOSED } from '@companion/contract/answer';
import type { CallName } from '@companion/contract/calls';
import type { Call, ClientCall } from '@companion/contract/defineCall';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { api, cachedQueries } from '../api/api.ts';
import { sendApart } from '../api/baseQuery.ts';
import type { ArgumentOf, Build } from '../api/endpoints.ts';
import { noteStored } from '../api/knownReplies.ts';
import { request } from '../api/request.ts';
import * as keptWritesAndReplies from '../device/keptWritesAndReplies.ts';
import { type PendingWrite, unreplaced } from '../device/pendingWrite.ts';
import { dropJournaled, journalWrite, readJournal } from '../session/localStorageJournal.ts';
import { overlays } from '../session/overlays.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { writeDropped, writeMade } from '../session/writesSlice.ts';
import { notifyError, notifySuccess } from '../toasts/toasts.ts';
import {
  type Argument,
  failure,
  NOT_SENDABLE,
  type QueuedCall,
  type QueueStore,
  queuedCalls,
  type Read,
  SIGNED_OUT,
  type WriteResult,
} from './queuedCall.ts';
import { createQueueRunner, type QueueRunner } from './queueRunner.ts';
import type { TabMessage } from './queueState.ts';

/*
 * The queue of a tab: how a form makes a write, and what the queue reaches in the app: the device, the journal, the
 * server, the screens and the other tabs.
 */

/** What a form gets from a queued call. */
interface Queued {
  /** The server has not answered: the write waits on this phone, and is sent as soon as the server can be reached. */
  isWaiting?: boolean;
  /** A later write with the same intent exists already. */
  isOvertaken?: boolean;
}

/** A write that a tap has put into the journal, before this code had loaded. */
interface Journaled {
  journaled?: PendingWrite;
}

/**
 * The endpoint of a call that writes and may wait for the network (decision 039): the write is stored on the device,
 * then sent. Argument, address and answer come from the contract.
 */
export function queuedMutation<
  C extends ClientCall & Partial<Pick<Call, 'body'>>,
  Arg = C extends Pick<Call, 'body'> ? ArgumentOf<C> : never,
>(build: Build, name: CallName, call: C, options: Omit<QueuedCall<NoInfer<Arg>, never>, 'call'>) {
  // The registry holds calls of every argument type. The form passes an argument of this one, and so does the device,
  // which got it from the form.
  const queued = { ...(options as unknown as QueuedCall), call };
  queuedCalls.set(name, queued);
  return build.mutation<Answer<C> & Queued, Arg & Journaled>({
    queryFn: async ({ journaled, ...argument }, store) => {
      // As above.
      const result = journaled
        ? await deliver(journaled, store)
        : await makeWrite(name, queued, argument as Argument, store);
      // performWrite has read the answer by the contract's schema.
      return result as typeof result & { data: Answer<C> & Queued };
    },
  });
}

/** Makes a write and delivers it, unless it may not wait. */
async function makeWrite(
  name: string,
  queued: QueuedCall,
  argument: Argument,
  store: BaseQueryApi,
): Promise<WriteResult> {
  const accountId = sessionState(store).session.profile?.id;
  const key = randomKey();
  const intent = queued.intent(argument);
  const write = {
    // Screens with forms need a session; without one it is not sent.
    accountId: accountId ?? '',
    call: name,
    argument,
    idempotencyKey: key,
    replaces: queued.isRepeatable ? unreplaced(intent, key) : intent,
    label: queued.label?.(argument, store.getState()) ?? '',
    chosen: queued.chosen?.(argument, store.getState()),
    madeAt: Date.now(),
    state: 'waiting' as const,
  };
  if (accountId === undefined || queued.mayWait?.(argument) === false) return sendOnce(write, store);
  journalWrite(write);
  return deliver(write, store);
}

/**
 * Shows a write that is in the journal, stores it on the device and sends it. Resolves with the server's answer, or
 * without it as soon as the write is known to wait.
 */
async function deliver(write: PendingWrite, store: BaseQueryApi): Promise<WriteResult> {
  const { idempotencyKey: key } = write;
  store.dispatch(writeMade({ ...write, isAttended: true }));
  try {
    return await queueOf(store).deliver(write);
  } finally {
    // A write that waits is no longer attended, and stays.
    const isAttended = sessionState(store).writes.some((one) => one.idempotencyKey === key && one.isAttended);
    if (isAttended) store.dispatch(writeDropped(key));
  }
}

async function sendOnce(write: PendingWrite, store: BaseQueryApi): Promise<WriteResult> {
  const result = await performWrite(write, store);
  const isSameAccount = sessionState(store).session.profile?.id === write.accountId;
  if (!result.error && isSameAccount) showStored(write, result.data, store);
  return result;
}

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
    device: keptWritesAndReplies,
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

/** An answer that took longer, and came after the closing, may still count by its age. */
const SLOW_MS = 1000;

/**
 * Sends a write once, in the name of the signed-in account.
 * @param isKept it could not be sent when it was made
 */
export async function performWrite(
  { id, accountId, call: name, argument, idempotencyKey, madeAt }: PendingWrite,
  store: QueueStore & { signal?: AbortSignal },
  isKept = false,
): Promise<WriteResult> {
  const queued = queuedCalls.get(name);
  if (!queued) return failure(NOT_SENDABLE);
  const { call, complete, keepalive } = queued;
  const read: Read = async (reading, fields) => {
    const answer = await sendApart(request(reading, fields), 'mutation', store);
    return answer.error ? answer : parsed(answer, reading);
  };
  const completed = complete ? await complete(argument, read) : { data: argument };
  if (completed.error) return completed;
  // `complete` returns an argument.
  const fields = completed.data as Argument;
  // A write that the phone could not store is not retried by itself. Its key is that of a second press of the button.
  const key = id === undefined ? undefined : idempotencyKey;
  const attempt = async (withAge: boolean): Promise<WriteResult> => {
    // Another tab may have signed in another account: a write must never be sent in that account's name.
    if (sessionState(store).session.profile?.id !== accountId) return SIGNED_OUT;
    // By one clock, which need not be right. One that was set back says nothing.
    const age = withAge ? { ageMs: Math.max(0, Date.now() - madeAt) } : {};
    // Repeats no write, but reports whether the server can be reached.
    return sendApart({ ...request(call, { ...fields, ...age }, key), keepalive }, 'mutation', store);
  };
  let answer = await attempt(isKept && call.sendsAge === true);
  // It may have been made in time, and under way for longer than the server waits.
  const wasSlow = !isKept && call.sendsAge && Date.now() - madeAt > SLOW_MS;
  if (wasSlow && Object(answer.error?.data).message === POLL_CLOSED) answer = await attempt(true);
  return answer.error ? answer : parsed(answer, call);
}

/** Reads an answer by the contract's schema. */
function parsed({ data, meta }: WriteResult, { read }: ClientCall): WriteResult {
  const result = read.safeParse(data);
  return result.success ? { data: result.data, meta } : { error: schemaFailure(result.error), meta };
}

/** Shows a write that the server has stored in what was read before, and fetches again what it changes. */
export function showStored(write: PendingWrite, answer: unknown, store: QueueStore): void {
  const queued = queuedCalls.get(write.call);
  noteStored();
  for (const entry of Object.values(cachedQueries(store.getState()))) {
    const overlay = Object.entries(overlays).find(([name]) => name === entry?.endpointName)?.[1];
    if (!entry || !overlay) continue;
    // The endpoints are injected, so the API's type does not know them; each overlay fits its endpoint's data.
    const update = api.util.updateQueryData as (name: string, args: unknown, change: (data: never) => unknown) => never;
    store.dispatch(
      update(entry.endpointName ?? '', entry.originalArgs, (data) => overlay(data, [{ ...write, state: 'waiting' }])),
    );
  }
  // After the write itself: the server may have stored more than was sent.
  queued?.onStored?.(answer, write.argument, store);
  if (queued?.invalidates) store.dispatch(api.util.invalidateTags([...queued.invalidates]));
}
