import type { SerializedError } from '@reduxjs/toolkit';
import { useState } from 'react';
import { failureIn, type StaffFailure } from './StaffFailure.ts';
import { readEndpoint, type StaffReadName, type StaffWriteName, writeEndpoint } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import { readAgain, store } from './store.ts';
import { toastDone, toastProblem } from './toasts.ts';

type ShowAnswer<Name extends StaffWriteName> = (answer: StaffAnswer<Name>) => void | Promise<void>;

/**
 * Makes a call that changes something.
 * @param changes the calls whose answers it changes, also when it fails: another member may have been first
 * @param show shows what it has answered, before those calls are read again
 * @throws StaffFailure
 */
export async function sendStaffCall<Name extends StaffWriteName>(
  name: Name,
  given: StaffGiven<Name>,
  changes: StaffReadName[] = [],
  show?: ShowAnswer<Name>,
): Promise<StaffAnswer<Name>> {
  try {
    const sent = store.dispatch(writeEndpoint(name).initiate(given as never, { track: false }));
    const answer = (await sent.unwrap()) as StaffAnswer<Name>;
    await show?.(answer);
    return answer;
  } finally {
    readAgain(changes, 'restart');
  }
}

/**
 * Makes a call that reads, once, for something that happens then.
 * @throws StaffFailure
 */
export async function readStaffCall<Name extends StaffReadName>(
  name: Name,
  given: StaffGiven<Name>,
): Promise<StaffAnswer<Name>> {
  const asked = store.dispatch(readEndpoint(name).initiate(given as never, { subscribe: false, forceRefetch: true }));
  return (await asked.unwrap()) as StaffAnswer<Name>;
}

interface StaffMutation<Name extends StaffWriteName> {
  /** Returns the answer; undefined after a failure, which a toast shows. @param done what a toast says of a success */
  send(given: StaffGiven<Name>, done?: string): Promise<StaffAnswer<Name> | undefined>;
  isSending: boolean;
}

/** The same call for a button. @param conflict what a toast says if another member was first */
export function useStaffMutation<Name extends StaffWriteName>(
  name: Name,
  changes: StaffReadName[] = [],
  { show, conflict }: { show?: ShowAnswer<Name>; conflict?: string } = {},
): StaffMutation<Name> {
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    send: async (given, done) => {
      setSending(true);
      try {
        const answer = await sendStaffCall(name, given, changes, show);
        if (done !== undefined) toastDone(done);
        return answer;
      } catch (error) {
        const failure = shownFailure(error);
        if (failure?.status === 409 && conflict) toastProblem(conflict);
        else if (failure) toastProblem(failure.message, failure.traceId);
        return undefined;
      } finally {
        setSending(false);
      }
    },
  };
}

/** What the person reads of a call that threw. Nothing if it was aborted, or {@link isUnconfirmed}. */
export function shownFailure(error: unknown): StaffFailure | undefined {
  // sendStaffCall and the code of passkeys throw nothing else.
  const failure = failureIn(error as StaffFailure | SerializedError);
  return isUnconfirmed(failure) ? undefined : failure;
}

/** Whether a call threw because it needs the password or the second factor, and its dialog was closed. */
export const isUnconfirmed = (error: unknown): boolean => {
  const { code } = Object(error);
  return code === 'confirm' || code === 'factor';
};
