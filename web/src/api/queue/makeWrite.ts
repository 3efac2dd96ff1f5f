import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { type PendingWrite, unreplaced } from '../../device/pendingWrite.ts';
import { dropJournaled, journalWrite } from '../../session/writeJournal.ts';
import { writeDropped, writeMade } from '../../session/writesSlice.ts';
import { randomKey } from '../idempotencyKey.ts';
import { sessionState } from '../sessionState.ts';
import { performWrite } from './performWrite.ts';
import { type Argument, queuedCalls, type WriteResult } from './queuedCalls.ts';
import { showStored } from './showStored.ts';

/** The sender's code, and that of the device's store, load after the first screen. */
export const loadSender = () => import('./senderOf.ts');

/**
 * Makes a write: shows it, stores it on the device and sends it. Resolves with the server's answer, or without it as
 * soon as the write is known to wait.
 */
export async function makeWrite(name: string, argument: Argument, api: BaseQueryApi): Promise<WriteResult> {
  const queued = queuedCalls.get(name);
  const accountId = sessionState(api).session.profile?.id;
  if (!queued) throw new Error(`${name} is not queued`);
  const key = randomKey();
  const intent = queued.intent(argument);
  const write = {
    // Screens with forms need a session; without one it is not sent.
    accountId: accountId ?? '',
    call: name,
    argument,
    idempotencyKey: key,
    replaces: queued.isRepeatable ? unreplaced(intent, key) : intent,
    label: queued.label(argument, api.getState()),
    chosen: queued.chosen(argument, api.getState()),
    madeAt: Date.now(),
    state: 'waiting' as const,
  };
  if (accountId === undefined || !queued.mayWait(argument)) return sendOnce(write, api);
  journalWrite(write);
  api.dispatch(writeMade({ ...write, isAttended: true }));
  try {
    const { senderOf } = await loadSender();
    return await senderOf(api).deliver(write);
  } catch {
    // The sender's code could not be loaded: send it without.
    dropJournaled(key);
    return await sendOnce(write, api);
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
