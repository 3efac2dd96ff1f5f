import { createApi, type FetchBaseQueryError, retry } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { TAGS } from './endpoints.ts';
import { httpStatus } from './refreshSession.ts';

/** The pause before each retry. After the last one the screen shows the error with a button to try again. */
const RETRY_DELAYS_MS = [300, 800, 1600];

/**
 * Whether a retry may help: no network, or a server or proxy that will be back soon. Not after a timeout, which took
 * long enough.
 */
function isTemporary(error: FetchBaseQueryError): boolean {
  if (error.status === 'TIMEOUT_ERROR') return false;
  const status = httpStatus(error);
  return status === undefined || [502, 503, 504].includes(status);
}

/** The API cache. Each resource has a file with its endpoints, one per contract call. */
export const api = createApi({
  baseQuery: retry(baseQuery, {
    backoff: (attempt) => new Promise((resolve) => setTimeout(resolve, RETRY_DELAYS_MS[attempt - 1])),
    // Only reads are retried; the attendee decides whether to repeat a write. The cast: `retry` does not know the base
    // query's error type.
    retryCondition: (error, _args, { attempt, baseQueryApi }) =>
      baseQueryApi.type === 'query' && attempt <= RETRY_DELAYS_MS.length && isTemporary(error as FetchBaseQueryError),
  }),
  // §9.
  keepUnusedDataFor: 0,
  tagTypes: TAGS,
  endpoints: () => ({}),
  // An answer that violates the contract is treated like one that is not JSON (§8).
  catchSchemaFailure: ({ message }): FetchBaseQueryError => ({
    status: 'PARSING_ERROR',
    originalStatus: 200,
    data: '',
    error: message,
  }),
});
