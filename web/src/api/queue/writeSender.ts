import type { PendingWrite, StoredWrite } from '../../device/pendingWrite.ts';
import { selectIsOnline } from '../../session/networkSlice.ts';
import { writeDropped, writePostponed, writesRead } from '../../session/writesSlice.ts';
import { sessionState } from '../sessionState.ts';
import { outcomeOf, reasonOf } from './outcomeOf.ts';
import { failure, SIGNED_OUT } from './performWrite.ts';
import { ANSWER_TIMEOUT_MS, type WriteResult } from './queuedCalls.ts';
import { retryDelay } from './retryDelay.ts';
import type { SenderDependencies, TabMessage } from './senderDependencies.ts';

/** How often a write is tried on which the server itself fails. */
const MAX_FAILURES = 3;
const TOO_MANY = 'Too many changes wait to be sent. Connect to the network and try again.';

export type WriteSender = ReturnType<typeof createWriteSender>;

/** Sends the writes of the signed-in account, one after another, in the order in which they were made (decision 039). */
export function createWriteSender({ schedule = afterTimeout, ...parts }: SenderDependencies) {
  const { store, device, journal, lock, perform, onStored, postToTabs, notify } = parts;
  /** The forms of this tab that wait for an answer, by the key of their write. */
  const attended = new Map<string, { accountId: string; resolve: (result: WriteResult) => void }>();
  /** Writes of this tab that the device holds, or has held. */
  const kept = new Set<string>();
  /** Writes that the device could not store. They are tried once, as the call would be without the queue. */
  let unstored: PendingWrite[] = [];
  let sending: PendingWrite | undefined;
  /** Sent or given up, although the device may still hold them. */
  const done = new Set<string>();
  const failures = new Map<string, number>();
  /** Calls that the server does not take for a while, and until when. */
  const limited = new Map<string, number>();
  let failedInARow = 0;
  let isAsked = false;
  let running: Promise<void> | undefined;
  let cancelRetry = () => {};

  const signedIn = () => sessionState(store).session.profile?.id;
  const isOfSignedIn = ({ accountId }: PendingWrite) => accountId === signedIn();

  function settle(key: string, result: WriteResult): void {
    attended.get(key)?.resolve(result);
    attended.delete(key);
  }

  /** Lets a form go on: from here on the write is shown as waiting. */
  function postpone(key: string): void {
    if (!attended.has(key) || !kept.has(key)) return;
    store.dispatch(writePostponed(key));
    settle(key, { data: { message: '', isWaiting: true } });
    postToTabs({ type: 'changed' });
  }

  const postponeAll = () => {
    for (const key of [...attended.keys()]) postpone(key);
  };

  /** Stores a write and sends it. Resolves with the answer, or with `isWaiting` once it is known to wait. */
  async function deliver(write: PendingWrite): Promise<WriteResult> {
    const { idempotencyKey: key } = write;
    if (!isOfSignedIn(write)) {
      // The account has changed while this code was loading. After the end of a session, its next sign-in sends the write.
      if (!sessionState(store).session.hasEnded) journal.drop(key);
      return SIGNED_OUT;
    }
    const answered = new Promise<WriteResult>((resolve) => attended.set(key, { accountId: write.accountId, resolve }));
    // Not awaited: what a closed page has left is older, and the database works in the order of the requests.
    void recover();
    const added = await device.addWrite(write, sending?.id);
    journal.drop(key);
    if (added === 'full') settle(key, failure(TOO_MANY));
    else if (added === undefined) unstored = [...unstored.filter((one) => !isReplaced(one, write)), write];
    else kept.add(key);
    for (const other of sessionState(store).writes) {
      if (isReplaced(other, write)) settle(other.idempotencyKey, { data: { message: '', isOvertaken: true } });
    }
    const cancel = schedule(() => postpone(key), ANSWER_TIMEOUT_MS);
    void answered.then(cancel);
    if (!selectIsOnline(sessionState(store))) postpone(key);
    void sendAll();
    return answered;
  }

  const isReplaced = (older: PendingWrite, newer: PendingWrite) =>
    older.replaces === newer.replaces &&
    ![newer.idempotencyKey, sending?.idempotencyKey].includes(older.idempotencyKey);

  /** Sends what waits, unless another tab does. Resolves when nothing can be sent any more. */
  function sendAll(): Promise<void> {
    isAsked = true;
    cancelRetry();
    running ??= lock(async () => {
      while (isAsked) {
        isAsked = false;
        await sendInOrder();
      }
    }).finally(() => {
      running = undefined;
      // Asked for while the lock was being released.
      return isAsked ? sendAll() : undefined;
    });
    return running;
  }

  async function sendInOrder(): Promise<void> {
    // An earlier attempt to read the device may have failed.
    await reload();
    const late: PendingWrite[] = [];
    const rejected: PendingWrite[] = [];
    for (let write = await next(); write; write = await next()) {
      sending = write;
      const result = await perform(write, isKept(write));
      sending = undefined;
      const isLate = !attended.has(write.idempotencyKey);
      const ending = await conclude(write, result, isLate);
      if (ending === 'blocked') return;
      if (ending === 'stored' && isLate) late.push(write);
      if (ending === 'rejected') rejected.push(write);
    }
    const [until] = [...limited.values()].sort((a, b) => a - b);
    if (until !== undefined) cancelRetry = schedule(() => void sendAll(), until - Date.now());
    if (rejected.some(isOfSignedIn)) notify('rejected');
    else if (late.some(isOfSignedIn) && limited.size === 0) notify('emptied');
  }

  /** Whether a write could not be sent when it was made: no form waits for it any more, or it is sent again. */
  const isKept = ({ idempotencyKey: key }: PendingWrite) => !attended.has(key) || failures.has(key);

  /** The write to send, if any. */
  async function next(): Promise<PendingWrite | undefined> {
    const accountId = signedIn();
    const stored = accountId === undefined ? [] : await device.readWrites(accountId);
    if (signedIn() !== accountId) return next();
    unstored = unstored.filter((write) => write.accountId === accountId);
    const known = new Set(stored?.map(({ idempotencyKey }) => idempotencyKey));
    for (const [key, owner] of attended) {
      if (owner.accountId !== accountId) settle(key, SIGNED_OUT);
      // Another tab has sent it.
      else if (kept.has(key) && stored && !known.has(key)) settle(key, { data: { message: '' } });
    }
    const now = Date.now();
    for (const [call, until] of limited) if (until <= now) limited.delete(call);
    const isDue = ({ state, idempotencyKey, call }: PendingWrite) =>
      state === 'waiting' && !done.has(idempotencyKey) && !limited.has(call);
    const due = selectIsOnline(sessionState(store)) ? stored?.find(isDue) : undefined;
    return due ?? unstored.find(isDue);
  }

  async function conclude(
    write: PendingWrite,
    result: WriteResult,
    isLate: boolean,
  ): Promise<'stored' | 'rejected' | 'blocked' | 'next'> {
    const { idempotencyKey: key, call } = write;
    const outcome = outcomeOf(result);
    if (outcome === 'stored') {
      failedInARow = 0;
      await drop(write);
      await onStored(write, result.data);
      const isOvertaken = sessionState(store).writes.some(
        (other) => other.replaces === write.replaces && other.idempotencyKey !== key,
      );
      finish(write, { ...result, data: { ...Object(result.data), ...(isOvertaken && { isOvertaken }) } });
      return 'stored';
    }
    if (outcome === 'signedOut') {
      finishUnstored(result);
      settle(key, result);
      return 'blocked';
    }
    if (!isOfSignedIn(write)) {
      // Signing out has deleted it, or it waits for the next sign-in of its account.
      settle(key, SIGNED_OUT);
      return 'next';
    }
    const tries = (failures.get(key) ?? 0) + 1;
    failures.set(key, tries);
    if (
      write.id === undefined ||
      outcome === 'refused' ||
      (outcome === 'failed' && (!isLate || tries >= MAX_FAILURES))
    ) {
      return reject(write, result, isLate);
    }
    const { retryAfterMs = 0 } = result.meta ?? {};
    failedInARow += 1;
    const delay = retryDelay(failedInARow, retryAfterMs);
    if (outcome === 'limited') {
      limited.set(call, Date.now() + delay);
      postpone(key);
      return 'next';
    }
    cancelRetry = schedule(() => void sendAll(), delay);
    finishUnstored(result);
    postponeAll();
    postToTabs({ type: 'blocked' });
    return 'blocked';
  }

  /** Gives a refused write back: to the form that waits for it, else to the list on the profile page. */
  async function reject(write: PendingWrite, result: WriteResult, isLate: boolean): Promise<'rejected' | 'next'> {
    if (!isLate || write.id === undefined) await drop(write);
    else if (result.error) {
      const reason = reasonOf(write.call, result.error);
      // It has an id.
      await device.replaceWrite({ ...(write as StoredWrite), state: 'rejected', reason });
      await reload();
    }
    finish(write, result);
    return isLate ? 'rejected' : 'next';
  }

  async function drop(write: PendingWrite): Promise<void> {
    done.add(write.idempotencyKey);
    unstored = unstored.filter(({ idempotencyKey }) => idempotencyKey !== write.idempotencyKey);
    if (write.id !== undefined) await device.removeWrite(write.id);
  }

  function finish({ idempotencyKey: key }: PendingWrite, result: WriteResult): void {
    const isAttended = attended.has(key);
    settle(key, result);
    if (isAttended) return;
    if (!result.error) store.dispatch(writeDropped(key));
    postToTabs({ type: 'settled', key, result });
  }

  function finishUnstored(result: WriteResult): void {
    for (const { idempotencyKey } of unstored) settle(idempotencyKey, result);
    unstored = [];
  }

  /**
   * Moves what a page had no time to store into the device's database. Call it before the first reading. Another page
   * that is still open may add the same write after this: it takes the place of this one, and the server stores one.
   */
  async function recover(): Promise<void> {
    const left = journal.read(signedIn() ?? '').filter(({ idempotencyKey }) => !attended.has(idempotencyKey));
    // All are begun at once: a write read from the journal must not be added after its page has stored and sent it.
    await Promise.all(
      left.map(async (write) => {
        // A database that does not open, or is full, leaves it for the next start.
        if (typeof (await device.addWrite(write)) === 'number') journal.drop(write.idempotencyKey);
      }),
    );
  }

  /** Reads the device's writes into the store. */
  async function reload(): Promise<void> {
    const accountId = signedIn();
    if (accountId === undefined) return;
    const stored = await device.readWrites(accountId);
    if (stored && signedIn() === accountId) {
      store.dispatch(writesRead(stored.filter(({ idempotencyKey }) => !done.has(idempotencyKey))));
    }
  }

  async function receive(message: TabMessage): Promise<void> {
    if (message.type === 'blocked') postponeAll();
    if (message.type === 'settled' && !message.result.error) {
      const write = sessionState(store).writes.find(({ idempotencyKey }) => idempotencyKey === message.key);
      if (write) await onStored(write, message.result.data);
    }
    if (message.type === 'settled' && attended.has(message.key)) {
      const { key, result } = message;
      // The form shows the failure and keeps the text, so the list must not.
      const stored = (await device.readWrites(signedIn() ?? ''))?.find((one) => one.idempotencyKey === key);
      if (result.error && stored) await device.removeWrite(stored.id);
      settle(key, result);
    }
    await reload();
  }

  return {
    deliver,
    recover,
    sendAll,
    /** Also what the journal has. */
    sendLeft: async () => {
      await recover();
      await sendAll();
    },
    reload,
    receive,
    sendAgain: async ({ reason: _, ...write }: PendingWrite) => {
      failures.delete(write.idempotencyKey);
      // Every refused write is on the device.
      await device.replaceWrite({ ...(write as StoredWrite), state: 'waiting' });
      await reload();
      postToTabs({ type: 'changed' });
      await sendAll();
    },
    discard: async (write: PendingWrite) => {
      await drop(write);
      await reload();
      postToTabs({ type: 'changed' });
    },
  };
}

function afterTimeout(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
