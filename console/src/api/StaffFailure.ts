import { type StaffRefusal, staffFailure } from '@companion/contract/defineCall';
import { readTolerantly } from '@companion/contract/tolerant';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** A newer server may know other codes. */
const readableFailure = readTolerantly(staffFailure);

/** A staff call that did not succeed, as the person reads it. */
export interface StaffFailure {
  /** 0: there was no answer. */
  status: number;
  message: string;
  /** Finds the server's log line; empty without an answer. */
  traceId: string;
  /** A message per field of the body. */
  errors: Record<string, string>;
  /** Why it was refused, where the console does more than show the message. */
  code: StaffRefusal | undefined;
}

/** A failure without an answer that could be read. @param status of the answer; 0 for one of the console's own */
export const failureWith = (message: string, errors: Record<string, string> = {}, status = 0): StaffFailure => ({
  ...{ status, message, traceId: '', errors, code: undefined },
});

/** What the person reads of a call that failed. */
export function failureOf(error: FetchBaseQueryError): StaffFailure {
  if (error.status === 'PARSING_ERROR') return unreadable(error.originalStatus);
  if (typeof error.status === 'string') return failureWith('The server does not answer. Please try again.');
  const read = readableFailure.safeParse(error.data);
  if (!read.success) return unreadable(error.status);
  const { message, traceId, errors = {}, code } = read.data;
  return { status: error.status, message, traceId, errors, code };
}

/** The failure that a hook has. A call that was aborted has none. */
export const failureIn = (error: StaffFailure | SerializedError | undefined): StaffFailure | undefined =>
  error && 'status' in error ? error : undefined;

const unreadable = (status: number): StaffFailure =>
  failureWith(
    status >= 200 && status < 300
      ? 'The answer was not understood. Please load the page again.'
      : `The server answered with an error (${status}).`,
    {},
    status,
  );
