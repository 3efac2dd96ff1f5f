import type { PendingWrite, StoredWrite } from '../device/pendingWrite.ts';
import { writePostponed, writesRead } from '../session/writesSlice.ts';
import { SIGNED_OUT, WAITING, type WriteResult } from './queuedCall.ts';
import type { Effect, Moment, QueueEvent, QueueState } from './queueState.ts';

/*
 * The moves that the rules of reduceQueue.ts are made of: a form goes on, the device is read, and what waits is sent, in
 * rounds and under the lock, so that one tab at a time sends.
 */

const SENT_ELSEWHERE: WriteResult = { data: { message: '' } };

/** What follows from one event. Each rule changes `queue`, a copy, and adds to `effects`. */
export interface Step {
  queue: { -readonly [Field in keyof QueueState]: QueueState[Field] };
  effects: Effect[];
  at: Moment;
}

export const isOfSignedIn = ({ at }: Step, { accountId }: PendingWrite) => accountId === at.accountId;
export const formOf = ({ queue }: Step, key: string) => queue.forms.find(({ write }) => write.idempotencyKey === key);

export function settle({ queue, effects }: Step, key: string, result: WriteResult): void {
  if (!queue.forms.some(({ write }) => write.idempotencyKey === key)) return;
  queue.forms = queue.forms.filter(({ write }) => write.idempotencyKey !== key);
  effects.push({ type: 'settle', key, result });
}

/** Lets a form go on: from here on the write is shown as waiting. */
export function postpone(step: Step, key: string): void {
  if (!formOf(step, key)?.isStored) return;
  step.effects.push({ type: 'show', action: writePostponed(key) });
  settle(step, key, WAITING);
  step.effects.push({ type: 'post', message: { type: 'changed' } });
}

export function postponeAll(step: Step): void {
  for (const { write } of step.queue.forms) postpone(step, write.idempotencyKey);
}

/** Moves what closed pages have left to the device. */
export function recover({ queue, effects, at: { accountId } }: Step): void {
  const exceptKeys = queue.forms.map(({ write }) => write.idempotencyKey);
  if (accountId !== undefined) effects.push({ type: 'recover', accountId, exceptKeys });
}

/** Shows what the device holds. */
export function show({ effects, at: { accountId } }: Step): void {
  if (accountId !== undefined) effects.push({ type: 'read', accountId, isToSend: false });
}

export function showEverywhere(step: Step): void {
  show(step);
  step.effects.push({ type: 'post', message: { type: 'changed' } });
}

/** What waits is to be sent: now, or in another round of the tab that sends. */
export function ask({ queue, effects }: Step): void {
  queue.isAsked = true;
  effects.push({ type: 'retry', afterMs: undefined });
  if (queue.isRunning) return;
  queue.isRunning = true;
  effects.push({ type: 'lock' });
}

export function beginRound(step: Step): void {
  Object.assign(step.queue, { isAsked: false, storedLate: [], rejectedLate: [] });
  readNext(step);
}

export function endRound(step: Step): void {
  if (step.queue.isAsked) beginRound(step);
  else step.effects.push({ type: 'unlock' });
}

export function readNext(step: Step): void {
  const { accountId } = step.at;
  if (accountId === undefined) sendNext(step, []);
  else step.effects.push({ type: 'read', accountId, isToSend: true });
}

export function noteRead(step: Step, event: Extract<QueueEvent, { type: 'read' }>): void {
  const { queue, effects, at } = step;
  const { accountId, isToSend } = event;
  // The account has changed while the device was read.
  if (at.accountId !== accountId) {
    if (isToSend) readNext(step);
    return;
  }
  const writes = event.writes && withRejections(queue, event.writes);
  if (writes) {
    queue.stored = writes.filter(({ idempotencyKey }) => !queue.done.has(idempotencyKey));
    effects.push({ type: 'show', action: writesRead([...queue.stored]) });
  }
  if (isToSend) sendNext(step, writes);
}

/** A full device keeps a rejected write as one that waits: it would be sent again at once, without end. */
function withRejections(queue: Step['queue'], read: readonly StoredWrite[]): StoredWrite[] {
  const isHeld = (key: string) => read.some((write) => write.idempotencyKey === key && write.state === 'rejected');
  queue.rejected = new Map([...queue.rejected].filter(([key]) => !isHeld(key)));
  return read.map((write) => {
    const reason = queue.rejected.get(write.idempotencyKey);
    return reason === undefined ? write : { ...write, state: 'rejected', reason };
  });
}

/** Sends the first write that may be sent, or ends the round. */
function sendNext(step: Step, stored: readonly StoredWrite[] | undefined): void {
  const { queue, effects, at } = step;
  queue.unstored = queue.unstored.filter((write) => isOfSignedIn(step, write));
  for (const { write, isStored } of queue.forms) {
    const key = write.idempotencyKey;
    if (!isOfSignedIn(step, write)) settle(step, key, SIGNED_OUT);
    // Another tab has sent it.
    else if (isStored && stored?.every((one) => one.idempotencyKey !== key)) settle(step, key, SENT_ELSEWHERE);
  }
  queue.limited = new Map([...queue.limited].filter(([, until]) => until > at.now));
  const isDue = ({ state, idempotencyKey, call }: PendingWrite) =>
    state === 'waiting' && !queue.done.has(idempotencyKey) && !queue.limited.has(call);
  const due = (at.isOnline ? stored?.find(isDue) : undefined) ?? queue.unstored.find(isDue);
  if (!due) {
    finishRound(step);
    return;
  }
  const { idempotencyKey: key } = due;
  queue.sending = due;
  // Kept: no form waits for it any more, or an attempt has failed.
  effects.push({ type: 'send', write: due, isKept: !formOf(step, key) || queue.failures.has(key) });
}

/** Nothing is left that may be sent now. */
function finishRound(step: Step): void {
  const { queue, effects, at } = step;
  const has = (accounts: readonly string[]) => accounts.some((accountId) => accountId === at.accountId);
  if (queue.limited.size > 0) effects.push({ type: 'retry', afterMs: Math.min(...queue.limited.values()) - at.now });
  if (has(queue.rejectedLate)) effects.push({ type: 'notify', what: 'rejected' });
  else if (has(queue.storedLate) && queue.limited.size === 0) effects.push({ type: 'notify', what: 'emptied' });
  endRound(step);
}
