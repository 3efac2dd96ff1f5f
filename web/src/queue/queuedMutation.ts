import type { Answer, ArgumentOf } from '@companion/client/api/endpoints';
import type { CallName } from '@companion/contract/calls';
import type { Call, ClientCall } from '@companion/contract/defineCall';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { Build } from '../api/api.ts';
import { randomKey } from '../api/idempotencyKey.ts';
import { type PendingWrite, unreplaced } from '../device/pendingWrite.ts';
import { journalWrite } from '../session/localStorageJournal.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { writeDropped, writeMade } from '../session/writesSlice.ts';
import { performWrite, showStored } from './performWrite.ts';
import { type Argument, type QueuedCall, queuedCalls, type WriteResult } from './queuedCall.ts';
import { queueOf } from './queueRunner.ts';

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
    queryFn: async ({ journaled, ...argument }, api) => {
      // As above.
      const result = journaled
        ? await deliver(journaled, api)
        : await makeWrite(name, queued, argument as Argument, api);
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
  api: BaseQueryApi,
): Promise<WriteResult> {
  const accountId = sessionState(api).session.profile?.id;
  const key = randomKey();
  const intent = queued.intent(argument);
  const write = {
    // Screens with forms need a session; without one it is not sent.
    accountId: accountId ?? '',
    call: name,
    argument,
    idempotencyKey: key,
    replaces: queued.isRepeatable ? unreplaced(intent, key) : intent,
    label: queued.label?.(argument, api.getState()) ?? '',
    chosen: queued.chosen?.(argument, api.getState()),
    madeAt: Date.now(),
    state: 'waiting' as const,
  };
  if (accountId === undefined || queued.mayWait?.(argument) === false) return sendOnce(write, api);
  journalWrite(write);
  return deliver(write, api);
}

/**
 * Shows a write that is in the journal, stores it on the device and sends it. Resolves with the server's answer, or
 * without it as soon as the write is known to wait.
 */
async function deliver(write: PendingWrite, api: BaseQueryApi): Promise<WriteResult> {
  const { idempotencyKey: key } = write;
  api.dispatch(writeMade({ ...write, isAttended: true }));
  try {
    return await queueOf(api).deliver(write);
  } finally {
    // A write that waits is no longer attended, and stays.
    const isAttended = sessionState(api).writes.some((one) => one.idempotencyKey === key && one.isAttended);
    if (isAttended) api.dispatch(writeDropped(key));
  }
}

async function sendOnce(write: PendingWrite, api: BaseQueryApi): Promise<WriteResult> {
  const result = await performWrite(write, api);
  if (!result.error && sessionState(api).session.profile?.id === write.accountId) showStored(write, result.data, api);
  return result;
}
