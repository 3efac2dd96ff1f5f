import { createSendRequest } from '@companion/client/api/sendRequest';
import { fetchIfChanged } from './fetchIfChanged.ts';
import { reachability } from './serverReachability.ts';
import { sessionState } from './sessionState.ts';

/** Sends one request with the bearer token. */
export const sendRequest = createSendRequest({
  reachability,
  fetchAnswer: fetchIfChanged,
  prepareHeaders: (headers, store) => {
    const { accessToken } = sessionState(store).session;
    if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
    return headers;
  },
});
