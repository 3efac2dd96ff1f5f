import { getLiveState } from '@companion/contract/live';
import { peekEarly } from '../api/fetchOrAdopt.ts';
import { request } from '../api/request.ts';

/** Resolves as soon as the page's inline script has learned that a poll is on stage; never if none is. */
export const pollAtStart = async (): Promise<void> => {
  const state = await peekEarly(request(getLiveState).url)
    .then((answer) => answer?.json())
    .catch(() => undefined);
  if (!Object(Object(state).results).stage) await new Promise(() => {});
};
