import { schemaFailure } from '@companion/client/network/callFailure';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { retryingQuery } from './baseQuery.ts';
import { TAGS } from './endpoints.ts';
import { shareFailures } from './shareFailures.ts';

/** The API cache. Other files add the endpoints, so that the first screen loads only those that it uses. */
export const api = createApi({
  baseQuery: shareFailures(retryingQuery),
  // §9.
  keepUnusedDataFor: 0,
  tagTypes: TAGS,
  endpoints: () => ({}),
  catchSchemaFailure: schemaFailure,
});

export type AppState = SessionRootState & { [api.reducerPath]: ReturnType<typeof api.reducer> };
export interface AppStore {
  dispatch: ThunkDispatch<AppState, unknown, UnknownAction>;
  getState: () => AppState;
  subscribe: (listener: () => void) => () => void;
}

/** What the cache holds of each query, by its key. RTK Query types the state as unknown. */
export const cachedQueries = (state: unknown): AppState[typeof api.reducerPath]['queries'] =>
  // The store is made with the API's cache.
  (state as AppState)[api.reducerPath].queries;
