import { createApi, type FetchBaseQueryError, retry } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { TAGS } from './endpoints.ts';
import { httpStatus } from './refreshSession.ts';

/** Before each further attempt, in milliseconds; after them the screen says so, with a button. */
const PAUSES = [300, 800, 1600];

/** No network, or a server (or the proxy before it) that is about to be back. A time-out was long enough as it is. */
function isPassing(error: FetchBaseQueryError): boolean {
  if (error.status === 'TIMEOUT_ERROR') return false;
  const status = httpStatus(error);
  return status === undefined || [502, 503, 504].includes(status);
}

/** The cache of the API. The endpoints, one per contract call, lie in one file per resource. */
export const api = createApi({
  baseQuery: retry(baseQuery, {
    backoff: (attempt) => new Promise((resolve) => setTimeout(resolve, PAUSES[attempt - 1])),
    // Reading again harms nobody; a write is for the person to send again. The cast: `retry` knows no base query's type.
    retryCondition: (error, _args, { attempt, baseQueryApi }) =>
      baseQueryApi.type === 'query' && attempt <= PAUSES.length && isPassing(error as FetchBaseQueryError),
  }),
  // §9.
  keepUnusedDataFor: 0,
  tagTypes: TAGS,
  endpoints: () => ({}),
  // An answer that does not fit the contract is as unreadable as one that is no JSON (§8).
  catchSchemaFailure: ({ message }): FetchBaseQueryError => ({
    status: 'PARSING_ERROR',
    originalStatus: 200,
    data: '',
    error: message,
  }),
});
