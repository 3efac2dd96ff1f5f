import { createApi, type FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** The cache of the API. The endpoints, one per contract call, lie in one file per resource. */
export const api = createApi({
  baseQuery,
  // §9.
  keepUnusedDataFor: 0,
  tagTypes: ['Account', 'Content', 'Questions'],
  endpoints: () => ({}),
  // An answer that does not fit the contract is as unreadable as one that is no JSON (§8).
  catchSchemaFailure: ({ message }): FetchBaseQueryError => ({
    status: 'PARSING_ERROR',
    originalStatus: 200,
    data: '',
    error: message,
  }),
});
