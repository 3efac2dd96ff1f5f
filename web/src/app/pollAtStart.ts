import { LIVE_STATE_PATH } from '@companion/contract/constants';
import { peekEarly } from '../api/fetchOrAdopt.ts';
import { API_HOST } from '../api/server.ts';

/** Resolves as soon as the page's inline script has learned that a poll is on stage; never if none is. */
export const pollAtStart = async (): Promise<void> => {
  const state = await peekEarly(`${API_HOST}/api${LIVE_STATE_PATH}`)
    .then((answer) => answer?.json())
    .catch(() => undefined);
  if (!Object(Object(state).results).stage) await new Promise(() => {});
};
