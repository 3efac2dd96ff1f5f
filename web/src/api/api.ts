import { createApi, type FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { TAGS } from './endpoints.ts';
import { retryReads } from './retryReads.ts';
import { shareFailures } from './shareFailures.ts';

/** The API cache. Each resource has a file with its endpoints, one per contract call. */
export const api = createApi({
  baseQuery: shareFailures(retryReads(baseQuery)),
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
