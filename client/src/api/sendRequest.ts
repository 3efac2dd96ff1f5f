import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import type { Reachability } from '../network/reachability.ts';
import type { fetchWhole } from './fetchWhole.ts';

/** Without a byte for this long, a request has failed: longer than the server works on any call. */
const REQUEST_TIMEOUT_MS = 20_000;

interface Transport extends Pick<FetchBaseQueryArgs, 'prepareHeaders'> {
  reachability: Pick<Reachability, 'begin'>;
  /** Fetches an answer with its body. */
  fetchAnswer: typeof fetchWhole;
}

export type SendRequest = BaseQueryFn<FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>;

/**
 * Makes the function that sends one request. Everything but an answer of the server fails with one of the
 * specification's terms (§8):
 * - FETCH_ERROR: no connection, one that ends early, or a redirect, which only a captive portal would answer
 * - TIMEOUT_ERROR: nothing arrives
 * - PARSING_ERROR: an answer that is not JSON, cut off or empty, with any status
 */
export const createSendRequest =
  ({ reachability, fetchAnswer, prepareHeaders }: Transport): SendRequest =>
  async (args, api, extraOptions) => {
    const timeout = new AbortController();
    const giveUp = () => timeout.abort(new DOMException('No data arrives.', 'TimeoutError'));
    // A write may already have arrived: it gets the whole time.
    const watched = reachability.begin(api.type === 'query' ? giveUp : () => {});
    let timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
    const onBytes = () => {
      watched.received();
      clearTimeout(timer);
      timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
    };
    const send = fetchBaseQuery({
      credentials: 'include',
      // The API never redirects, and a token must not go to another origin.
      redirect: 'error',
      // fetchBaseQuery always passes a Request.
      fetchFn: (request) => fetchAnswer(request as Request, onBytes),
      prepareHeaders,
    });
    try {
      const signal = AbortSignal.any([api.signal, timeout.signal]);
      const result = await send(args, { ...api, signal }, extraOptions);
      if (result.error || result.data !== null) return result;
      // No call is answered by an empty body: `null` is how fetchBaseQuery reads one.
      const originalStatus = result.meta?.response?.status ?? 200;
      return {
        error: { status: 'PARSING_ERROR', originalStatus, data: '', error: 'The answer is empty.' },
        meta: result.meta,
      };
    } finally {
      clearTimeout(timer);
      watched.end();
    }
  };
