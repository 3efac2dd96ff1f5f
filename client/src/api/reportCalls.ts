import { isServerAnswer, isTemporary } from '../network/callFailure.ts';
import type { Reachability } from '../network/reachability.ts';
import type { ApiQuery } from './apiRequest.ts';

/** Reports how each call has ended, so that the app knows whether the server can be reached. */
export const reportCalls =
  (send: ApiQuery, report: Pick<Reachability, 'answered' | 'failed'>): ApiQuery =>
  async (args, api, extraOptions) => {
    const result = await send(args, api, extraOptions);
    const { error, meta } = result;
    if (api.signal.aborted) return result;
    if (error && isTemporary(error)) report.failed();
    // A file of the event, which needs no session, may come from a cache.
    else if (meta?.auth && (!error || isServerAnswer(error))) report.answered();
    return result;
  };
