import { SLOWEST_UPLOAD } from '@companion/contract/constants';
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

interface SentArgs extends FetchArgs {
  /** The length of a body that may be large, such as an upload. */
  bodyBytes?: number | undefined;
}

export type SendRequest = BaseQueryFn<SentArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>;

/**
 * Makes the function that sends one request. Everything but an answer of the server fails with one of the
 * specification's terms (§8):
 * - FETCH_ERROR: no connection, one that ends early, or a redirect, which only a captive portal would answer
 * - TIMEOUT_ERROR: nothing arrives
 * - PARSING_ERROR: an answer that is not JSON, cut off or empty, with any status
 */
export const createSendRequest =
  ({ reachability, fetchAnswer, prepareHeaders }: Transport): SendRequest =>
  async ({ bodyBytes = 0, ...args }, api, extraOptions) => {
    const timeout = new AbortController();
    const giveUp = () => timeout.abort(new DOMException('No data arrives.', 'TimeoutError'));
    // A write may already have arrived: it gets the whole time.
    const watched = reachability.begin(api.type === 'query' ? giveUp : () => {});
    // As long as the server waits for the body.
    let timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS + (bodyBytes / SLOWEST_UPLOAD) * 1000);
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
      // By itself, fetchBaseQuery would read an empty body as `null`: no call is answered by one.
      responseHandler: async (response) => JSON.parse(await response.text()),
    });
    try {
      const signal = AbortSignal.any([api.signal, timeout.signal]);
      return await send(args, { ...api, signal }, extraOptions);
    } finally {
      clearTimeout(timer);
      watched.end();
    }
  };
