import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { type PendingWrite, unreplaced } from '../../device/pendingWrite.ts';
import { dropJournaled, journalWrite } from '../../session/writeJournal.ts';
import { writeDropped, writeMade, writePostponed } from '../../session/writesSlice.ts';
import { timeout } from '../../time.ts';
import { isTemporary } from '../callFailure.ts';
import { randomKey } from '../idempotencyKey.ts';
import { onReachable } from '../serverReachability.ts';
import { sessionState } from '../sessionState.ts';
import { performWrite } from './performWrite.ts';
import { ANSWER_TIMEOUT_MS, type Argument, queuedCalls, type WriteResult } from './queuedCalls.ts';
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
    const loading = loadSender();
    const loaded = await Promise.race([loading, timeout(ANSWER_TIMEOUT_MS)]);
    if (loaded) return await loaded.senderOf(api).deliver(write);
    sendOnceLoaded(loading, api);
    return postpone(write, api);
  } catch {
    // The sender's code could not be loaded.
    return await sendWithoutSender(write, api);
  } finally {
    // A write that waits is no longer attended, and stays.
    const isAttended = sessionState(api).writes.some((one) => one.idempotencyKey === key && one.isAttended);
    if (isAttended) api.dispatch(writeDropped(key));
  }
}

/** Sends a write that the journal has. Without an answer it stays there, and the sender's code is loaded again later. */
async function sendWithoutSender(write: PendingWrite, api: BaseQueryApi): Promise<WriteResult> {
  const { idempotencyKey: key } = write;
  const result = await sendOnce(write, api, true);
  if (!result.error || !isTemporary(result.error)) {
    // After the end of a session, its next sign-in sends the write.
    if (!sessionState(api).session.hasEnded) dropJournaled(key);
    return result;
  }
  const stop = onReachable(() => {
    stop();
    sendOnceLoaded(loadSender(), api);
  });
  return postpone(write, api);
}

function postpone({ idempotencyKey }: PendingWrite, api: BaseQueryApi): WriteResult {
  api.dispatch(writePostponed(idempotencyKey));
  return { data: { message: '', isWaiting: true } };
}

/** Sends what waits. If the code does not load, the next write, or the next start of the app, sends it. */
function sendOnceLoaded(loading: ReturnType<typeof loadSender>, api: BaseQueryApi): void {
  loading.then(
    ({ senderOf }) => senderOf(api).sendLeft(),
    () => {},
  );
}

async function sendOnce(write: PendingWrite, api: BaseQueryApi, isRepeated = false): Promise<WriteResult> {
  const result = await performWrite(write, api, { isRepeated });
  if (!result.error && sessionState(api).session.profile?.id === write.accountId) showStored(write, result.data, api);
  return result;
}
