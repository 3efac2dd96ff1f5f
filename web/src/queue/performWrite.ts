import { schemaFailure } from '@companion/client/api/endpoints';
import { POLL_CLOSED } from '@companion/contract/answer';
import type { ClientCall } from '@companion/contract/defineCall';
import { api, cachedQueries } from '../api/api.ts';
import { sendApart } from '../api/baseQuery.ts';
import { noteStored } from '../api/knownReplies.ts';
import { request } from '../api/request.ts';
import type { PendingWrite } from '../device/pendingWrite.ts';
import { overlays } from '../session/overlays.ts';
import { sessionState } from '../session/sessionReducers.ts';
import {
  type Argument,
  failure,
  NOT_SENDABLE,
  type QueueStore,
  queuedCalls,
  type Read,
  SIGNED_OUT,
  type WriteResult,
} from './queuedCall.ts';

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
