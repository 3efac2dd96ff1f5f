import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** The status of the answer, even if its body is unreadable; undefined without an answer. */
export function httpStatus(error: FetchBaseQueryError): number | undefined {
  if (typeof error.status === 'number') return error.status;
  return error.status === 'PARSING_ERROR' ? error.originalStatus : undefined;
}

/** Whether a hook's call got no answer that could be read. */
export const isUnanswered = (error: FetchBaseQueryError | SerializedError | undefined): boolean =>
  error !== undefined && 'status' in error && typeof error.status === 'string';

/** Whether the server itself answered: its failures are JSON with a message. A captive portal's are not. */
export const isServerAnswer = ({ status, data }: FetchBaseQueryError): boolean =>
  typeof status === 'number' && typeof Object(data).message === 'string';

/** Whether the network failed, or a server or proxy that will be back soon, so that a repetition may succeed. */
export function isTemporary(error: FetchBaseQueryError): boolean {
  // A custom error is the app's own.
  if (typeof error.status !== 'number') return error.status !== 'CUSTOM_ERROR';
  return [502, 503, 504].includes(error.status) || !isServerAnswer(error);
}

/** An answer that violates the contract is treated like one that is not JSON (§8). */
export const schemaFailure = ({ message }: { message: string }): FetchBaseQueryError => ({
  status: 'PARSING_ERROR',
  originalStatus: 200,
  data: '',
  error: message,
});
