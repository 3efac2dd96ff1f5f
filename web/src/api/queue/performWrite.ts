import { POLL_CLOSED } from '@companion/contract/constants';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { PendingWrite } from '../../device/pendingWrite.ts';
import { baseQuery } from '../baseQuery.ts';
import { request } from '../request.ts';
import { retryReads } from '../retryReads.ts';
import { sessionState } from '../sessionState.ts';
import { type Argument, type QueueStore, queuedCalls, type Read, type WriteResult } from './queuedCalls.ts';

/** An answer that took longer, and came after the closing, may still count by its age. */
const SLOW_MS = 1000;

/** Repeats no write, but reports whether the server can be reached. */
const send = retryReads(baseQuery);

interface Sending {
  /** It could not be sent when it was made. */
  isKept?: boolean;
  /** It will be sent again by itself. If not, it gets the key that a second press of the button gets too. */
  isRepeated?: boolean;
}

/** Sends a write once, in the name of the signed-in account. */
export async function performWrite(
  { id, accountId, call: name, argument, idempotencyKey, madeAt }: PendingWrite,
  store: QueueStore & Partial<BaseQueryApi>,
  { isKept = false, isRepeated = id !== undefined }: Sending = {},
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
  // `complete` returns an argument.
  const fields = completed.data as Argument;
  const key = isRepeated ? idempotencyKey : undefined;
  const attempt = async (withAge: boolean): Promise<WriteResult> => {
    // Another tab may have signed in another account: a write must never be sent in that account's name.
    if (sessionState(store).session.profile?.id !== accountId) return SIGNED_OUT;
    // By one clock, which need not be right. One that was set back says nothing.
    const age = withAge ? { ageMs: Math.max(0, Date.now() - madeAt) } : {};
    return send({ ...request(call, { ...fields, ...age }, key), keepalive }, api, {});
  };
  let answer = await attempt(isKept && call.sendsAge === true);
  // It may have been made in time, and under way for longer than the server waits.
  const wasSlow = !isKept && call.sendsAge && Date.now() - madeAt > SLOW_MS;
  if (wasSlow && Object(answer.error?.data).message === POLL_CLOSED) answer = await attempt(true);
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
