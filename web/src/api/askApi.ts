import { createAsk, getAsks, upvoteAsk } from '@companion/contract/ask';
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';

/** Questions from the hall. */
export const askApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAsks: query(build, getAsks, { pick: results }),
    createAsk: mutation(build, createAsk),
    upvoteAsk: mutation(build, upvoteAsk),
  }),
});
