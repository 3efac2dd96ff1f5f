import type { StaffRefusal } from '@companion/contract/defineCall';

/** A staff call that did not succeed, as the person reads it. */
export class StaffFailure extends Error {
  /** 0: there was no answer. */
  readonly status: number;
  /** Finds the server's log line; empty without an answer. */
  readonly traceId: string;
  /** A message per field of the body. */
  readonly errors: Record<string, string>;
  /** Why it was refused, where the console does more than show the message. */
  readonly code: StaffRefusal | undefined;

  constructor(
    status: number,
    message: string,
    { traceId = '', errors = {}, code }: Partial<Pick<StaffFailure, 'traceId' | 'errors' | 'code'>> = {},
  ) {
    super(message);
    this.name = 'StaffFailure';
    this.status = status;
    this.traceId = traceId;
    this.errors = errors;
    this.code = code;
  }
}
