import { backoffMs } from '@companion/client/network/backoffMs';
import { httpStatus, isTemporary } from '@companion/client/network/callFailure';
import { SPREAD_MS } from '@companion/client/network/reachability';
import { POLL_CLOSED } from '@companion/contract/answer';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { inPlaceOf, type PendingWrite, type StoredWrite } from '../device/pendingWrite.ts';
import { writeDropped } from '../session/writesSlice.ts';
import { describeError } from '../toasts/describeError.ts';
import { failure, SIGNED_OUT, type WriteResult } from './queuedCall.ts';
import {
  ask,
  beginRound,
  endRound,
  formOf,
  isOfSignedIn,
  noteRead,
  postpone,
  postponeAll,
  readNext,
  recover,
  type Step,
  settle,
  show,
  showEverywhere,
} from './queueRound.ts';
import type { Effect, Moment, QueueEvent, QueueState } from './queueState.ts';

/** How often a write is tried on which the server itself fails. */
const MAX_FAILURES = 3;
const TOO_MANY = 'Too many changes wait to be sent. Connect to the network and try again.';

type Of<Type extends QueueEvent['type']> = Extract<QueueEvent, { type: Type }>;

/** What follows from each event. */
const RULES: { [Type in QueueEvent['type']]: (step: Step, event: Of<Type>) => void } = {
  opened: (step) => {
    recover(step);
    show(step);
  },
  made: noteMade,
  added: noteAdded,
  formWaited: (step, { key }) => postpone(step, key),
  asked: ask,
  locked: beginRound,
  unlocked: (step) => {
    step.queue.isRunning = false;
    if (step.queue.isAsked) ask(step);
    else step.effects.push({ type: 'rest' });
  },
  read: noteRead,
  answered: noteAnswer,
  told: noteToldByTab,
  repeated: sendAgain,
  discarded: (step, { write }) => {
    drop(step, write);
    showEverywhere(step);
  },
};

/**
 * Decides what the queue does: it sends the writes of the signed-in account, one after another, in the order in which
 * they were made (decision 039). It neither reads nor changes anything else; queueRunner.ts performs the effects.
 */
export function reduceQueue(
  before: QueueState,
  event: QueueEvent,
  at: Moment,
): { state: QueueState; effects: Effect[] } {
  const step: Step = { queue: { ...before }, effects: [], at };
  // Each type has its rule, which the types cannot follow.
  RULES[event.type](step, event as never);
  return { state: step.queue, effects: step.effects };
}

// What a form has made.

function noteMade(step: Step, { write }: Of<'made'>): void {
  const { queue, effects, at } = step;
  const { idempotencyKey: key } = write;
  if (!isOfSignedIn(step, write)) {
    // The account has changed while this code was loading. After the end of a session, its next sign-in sends the write.
    if (!at.hasEnded) effects.push({ type: 'dropJournaled', key });
    effects.push({ type: 'settle', key, result: SIGNED_OUT });
    return;
  }
  queue.forms = [...queue.forms, { write, isStored: false }];
  // What a closed page has left is older.
  recover(step);
  effects.push({ type: 'add', write, sendingId: queue.sending?.id });
}

function noteAdded(step: Step, { write, result }: Of<'added'>): void {
  const { queue, effects, at } = step;
  const { idempotencyKey: key } = write;
  const isReplaced = (older: PendingWrite) =>
    older.accountId === write.accountId &&
    older.replaces === write.replaces &&
    ![key, queue.sending?.idempotencyKey].includes(older.idempotencyKey);
  effects.push({ type: 'dropJournaled', key });
  const unstored = queue.unstored.filter((one) => !isReplaced(one));
  if (result === 'full') settle(step, key, failure(TOO_MANY));
  else if (result === undefined) queue.unstored = [...unstored, write];
  else {
    queue.unstored = unstored;
    queue.forms = queue.forms.map((form) => (form.write.idempotencyKey === key ? { ...form, isStored: true } : form));
    const stored = { ...inPlaceOf(queue.stored.filter(isReplaced), write), id: result };
    queue.stored = [...queue.stored.filter((one) => !isReplaced(one)), stored];
  }
  for (const { write: other } of queue.forms.filter((form) => isReplaced(form.write))) {
    settle(step, other.idempotencyKey, { data: { message: '', isOvertaken: true } });
  }
  if (!at.isOnline) postpone(step, key);
  ask(step);
}

// What an answer means.

/** What the answer to a write means for the queue. */
type Outcome =
  | 'stored'
  /** Nothing gets through, or the server will be back soon: nothing else is sent until the next attempt. */
  | 'blocked'
  /** This call may not be made now; others may. */
  | 'limited'
  /** The session is over. */
  | 'signedOut'
  /** The server failed on this write. It may succeed later. */
  | 'failed'
  /** The server will never store it. */
  | 'refused';

function outcomeOf({ error }: WriteResult): Outcome {
  if (!error) return 'stored';
  // A proxy's answer to a large body is not the server's.
  if (httpStatus(error) === 413) return 'refused';
  if (error.status === 401) return 'signedOut';
  if (error.status === 429) return 'limited';
  if (isTemporary(error) || error.status === 408 || error.status === 425) return 'blocked';
  return Number(error.status) >= 500 ? 'failed' : 'refused';
}

/** Why a write came back, for its author. */
export function reasonOf(call: string, error: FetchBaseQueryError): string {
  const status = httpStatus(error);
  const { message } = describeError(error);
  if (status === 413) return 'This text is too long to be sent.';
  if (status === 409 && call === 'answerQuestion' && message !== POLL_CLOSED) {
    return 'Another answer of yours to this question was stored first. That one counts.';
  }
  const { errors } = Object(error.data);
  const details = Object.values(Object(errors)).filter((text) => typeof text === 'string' && !message.includes(text));
  return [message, ...details].join(' ');
}

const BACKOFF = { baseMs: 2000, maxMs: 60_000 };

/**
 * The pause before the queue's next attempt. Phones that got the same `Retry-After` spread their next attempts.
 * @param failuresInARow from 1
 * @param random from 0 to 1
 */
function retryDelay({ meta }: WriteResult, failuresInARow: number, random: number): number {
  const { retryAfterMs = 0 } = meta ?? {};
  return retryAfterMs > 0 ? retryAfterMs + random * SPREAD_MS : backoffMs(failuresInARow - 1, BACKOFF, () => random);
}

function noteAnswer(step: Step, { result }: Of<'answered'>): void {
  const { queue } = step;
  const { sending: write } = queue;
  if (!write) return;
  queue.sending = undefined;
  const outcome = outcomeOf(result);
  if (outcome === 'stored') concludeStored(step, write, result);
  else if (outcome === 'signedOut') {
    settleUnstored(step, result);
    settle(step, write.idempotencyKey, result);
    endRound(step);
  } else if (isOfSignedIn(step, write)) concludeFailed(step, write, result, outcome);
  else {
    // Signing out has deleted it, or it waits for the next sign-in of its account.
    settle(step, write.idempotencyKey, SIGNED_OUT);
    readNext(step);
  }
}

function concludeFailed(
  step: Step,
  write: PendingWrite,
  result: WriteResult,
  outcome: Exclude<Outcome, 'stored' | 'signedOut'>,
): void {
  const { queue, effects, at } = step;
  const { idempotencyKey: key, call } = write;
  const failures = (queue.failures.get(key) ?? 0) + 1;
  queue.failures = new Map(queue.failures).set(key, failures);
  const isGivenUp = outcome === 'failed' && (formOf(step, key) !== undefined || failures >= MAX_FAILURES);
  if (write.id === undefined || outcome === 'refused' || isGivenUp) {
    reject(step, write, result);
    return;
  }
  queue.failuresInARow += 1;
  const delay = retryDelay(result, queue.failuresInARow, at.random);
  if (outcome === 'limited') {
    queue.limited = new Map(queue.limited).set(call, at.now + delay);
    postpone(step, key);
    readNext(step);
    return;
  }
  effects.push({ type: 'retry', afterMs: delay });
  settleUnstored(step, result);
  postponeAll(step);
  effects.push({ type: 'post', message: { type: 'blocked' } });
  endRound(step);
}

function concludeStored(step: Step, write: PendingWrite, result: WriteResult): void {
  const { queue } = step;
  const { idempotencyKey: key, accountId } = write;
  queue.failuresInARow = 0;
  if (!formOf(step, key)) queue.storedLate = [...queue.storedLate, accountId];
  showStored(step, write, result.data);
  drop(step, write);
  const known = [...queue.forms.map((form) => form.write), ...queue.stored];
  const isOvertaken = known.some((other) => other.replaces === write.replaces && other.idempotencyKey !== key);
  finish(step, key, { ...result, data: { ...Object(result.data), ...(isOvertaken && { isOvertaken }) } });
  readNext(step);
}

/** Gives a refused write back: to the form that waits for it, else to the list on the profile page. */
function reject(step: Step, write: PendingWrite, result: WriteResult): void {
  const { idempotencyKey: key, id, accountId, call } = write;
  if (formOf(step, key) || id === undefined) drop(step, write);
  else if (result.error) {
    const reason = reasonOf(call, result.error);
    step.queue.rejected = new Map(step.queue.rejected).set(key, reason);
    step.queue.rejectedLate = [...step.queue.rejectedLate, accountId];
    step.effects.push({ type: 'replace', write: { ...write, id, state: 'rejected', reason } });
  }
  finish(step, key, result);
  readNext(step);
}

/** The write is neither sent nor shown again. */
function drop({ queue, effects }: Step, { idempotencyKey: key, id }: PendingWrite): void {
  queue.done = new Set(queue.done).add(key);
  queue.unstored = queue.unstored.filter(({ idempotencyKey }) => idempotencyKey !== key);
  queue.stored = queue.stored.filter(({ idempotencyKey }) => idempotencyKey !== key);
  if (id !== undefined) effects.push({ type: 'remove', id });
}

/** Tells the form of the write, or the other tabs, where it may be. */
function finish(step: Step, key: string, result: WriteResult): void {
  const hasForm = formOf(step, key) !== undefined;
  settle(step, key, result);
  if (hasForm) return;
  if (!result.error) step.effects.push({ type: 'show', action: writeDropped(key) });
  step.effects.push({ type: 'post', message: { type: 'settled', key, result } });
}

function settleUnstored(step: Step, result: WriteResult): void {
  for (const { idempotencyKey } of step.queue.unstored) settle(step, idempotencyKey, result);
  step.queue.unstored = [];
}

/** The author of a rejected write wants it to be sent again. */
function sendAgain(step: Step, event: Of<'repeated'>): void {
  const { queue, effects } = step;
  const { reason: _, ...write } = event.write;
  queue.failures = new Map([...queue.failures].filter(([key]) => key !== write.idempotencyKey));
  queue.rejected = new Map([...queue.rejected].filter(([key]) => key !== write.idempotencyKey));
  // Every rejected write is on the device.
  effects.push({ type: 'replace', write: { ...(write as StoredWrite), state: 'waiting' } });
  showEverywhere(step);
  ask(step);
}

/** What another tab reports. */
function noteToldByTab(step: Step, { message }: Of<'told'>): void {
  if (message.type === 'blocked') postponeAll(step);
  if (message.type === 'settled') {
    const { key, result } = message;
    const write = [...step.queue.stored, ...step.queue.forms.map((form) => form.write)].find(
      ({ idempotencyKey }) => idempotencyKey === key,
    );
    if (write && !result.error) showStored(step, write, result.data);
    // The form shows the failure and keeps the text, so the list must not.
    if (write?.id !== undefined && result.error && formOf(step, key) && isOfSignedIn(step, write)) {
      step.effects.push({ type: 'remove', id: write.id });
    }
    settle(step, key, result);
  }
  show(step);
}

function showStored(step: Step, write: PendingWrite, answer: unknown): void {
  if (isOfSignedIn(step, write)) step.effects.push({ type: 'showStored', write, answer });
}
