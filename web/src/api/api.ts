import { schemaFailure } from '@companion/client/api/endpoints';
import { shareFailures } from '@companion/client/api/shareFailures';
import { createApi } from '@reduxjs/toolkit/query/react';
import { retryingQuery } from './baseQuery.ts';
import { TAGS } from './endpoints.ts';

/** The API cache. Each resource has a file with its endpoints, one per contract call. */
export const api = createApi({
  baseQuery: shareFailures(retryingQuery),
  // §9.
  keepUnusedDataFor: 0,
  tagTypes: TAGS,
  endpoints: () => ({}),
  catchSchemaFailure: schemaFailure,
});
