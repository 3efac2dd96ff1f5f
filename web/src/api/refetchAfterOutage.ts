import type { UnknownAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { type AppStore, api, cachedQueries } from './api.ts';
import { reachability } from './server.ts';

/**
 * Lets queries fetch again when the page gets the focus, and after an outage: those that ask for it, and those that have
 * failed, so that no screen waits for a press of its button.
 */
export function refetchAfterOutage({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void {
  setupListeners(dispatch, (_, { onFocus, onOnline }) => {
    const focus = () => {
      if (document.visibilityState === 'visible') dispatch(onFocus());
    };
    window.addEventListener('focus', focus);
    document.addEventListener('visibilitychange', focus);
    return reachability.onReachable(() => {
      dispatch(onOnline());
      refetchFailed({ dispatch, getState });
    });
  });
}

function refetchFailed({ dispatch, getState }: Pick<AppStore, 'dispatch' | 'getState'>): void {
  // The API's own type does not name the endpoints that other files add.
  const endpoints = api.endpoints as Record<string, { initiate(argument: unknown, options: object): UnknownAction }>;
  for (const query of Object.values(cachedQueries(getState()))) {
    if (query?.status !== 'rejected') continue;
    const endpoint = endpoints[query.endpointName];
    if (endpoint) dispatch(endpoint.initiate(query.originalArgs, { subscribe: false, forceRefetch: true }));
  }
}
