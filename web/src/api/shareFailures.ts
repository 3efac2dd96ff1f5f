import type { ApiQuery } from '@companion/client/api/apiRequest';

/** The requests of one start of the app share a failure for this long, as they share an answer (useQuestions). */
const SHARED_MS = 5000;

type Failed = { result: Awaited<ReturnType<ApiQuery>>; at: number };

/**
 * A read that has just failed is not sent again for the next screen that asks for it: the app and the page both ask for
 * a list at the start, and the second failure would show a second toast. A press of "Try again" and the end of an outage
 * send it.
 */
export function shareFailures(send: ApiQuery, now: () => number = Date.now): ApiQuery {
  const failed = new WeakMap<object, Failed>();
  return async (args, api, extraOptions) => {
    const before = api.forced ? undefined : failed.get(Object(lastError(api)));
    if (before && now() - before.at < SHARED_MS) return before.result;
    const result = await send(args, api, extraOptions);
    if (result.error) failed.set(result.error, { result, at: now() });
    return result;
  };
}

/** How this query has ended before, as long as something is subscribed to it. */
function lastError({ getState, queryCacheKey = '' }: Parameters<ApiQuery>[1]): unknown {
  // RTK Query types the state as unknown: `api` is the name of its cache in the store.
  return Object(Object(getState()).api?.queries?.[queryCacheKey]).error;
}
