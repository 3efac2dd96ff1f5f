import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { PendingWrite } from '../../device/pendingWrite.ts';
import { baseQuery } from '../baseQuery.ts';
import { request } from '../request.ts';
import { retryReads } from '../retryReads.ts';
import { sessionState } from '../sessionState.ts';
import { type Argument, type QueueStore, queuedCalls, type Read, type WriteResult } from './queuedCalls.ts';

/** Repeats no write, but reports whether the server can be reached. */
const send = retryReads(baseQuery);

/**
 * Sends a write once, in the name of the signed-in account. One that is not on the device gets the key that a second
 * press of the button gets too.
 */
export async function performWrite(
  { id, accountId, call: name, argument, idempotencyKey }: PendingWrite,
  store: QueueStore & Partial<BaseQueryApi>,
): Promise<WriteResult> {
  const queued = queuedCalls.get(name);
  // A newer version of the app has stored it.
  if (!queued) return failure('This version of the app cannot send this.');
  const { call, complete, keepalive } = queued;
  const api: BaseQueryApi = {
    signal: new AbortController().signal,
    abort: () => {},
    extra: undefined,
    endpoint: name,
    type: 'mutation',
    ...store,
  };
  const read: Read = async (reading, fields) => {
    const answer = await send(request(reading, fields), api, {});
    return answer.error ? answer : parsed(answer, reading.read.safeParse(answer.data));
  };
  const completed = complete ? await complete(argument, read) : { data: argument };
  if (completed.error) return completed;
  // Another tab may have signed in another account: a write must never be sent in that account's name.
  if (sessionState(store).session.profile?.id !== accountId) return SIGNED_OUT;
  // `complete` returns an argument.
  const sent = completed.data as Argument;
  const answer = await send(
    { ...request(call, sent, id === undefined ? undefined : idempotencyKey), keepalive },
    api,
    {},
  );
  return answer.error ? answer : parsed(answer, call.read.safeParse(answer.data));
}

type Parsed = { success: true; data: unknown } | { success: false; error: { message: string } };

const parsed = ({ meta }: WriteResult, result: Parsed): WriteResult =>
  result.success
    ? { data: result.data, meta }
    : { error: { status: 'PARSING_ERROR', originalStatus: 200, data: '', error: result.error.message }, meta };

/** As the server answers a call without a session. */
export const SIGNED_OUT: WriteResult = {
  error: { status: 401, data: undefined },
  meta: { auth: 'account', silent: true },
};

export const failure = (message: string): WriteResult => ({
  error: { status: 'CUSTOM_ERROR', error: message, data: { message } },
  meta: { auth: 'account', silent: false },
});
