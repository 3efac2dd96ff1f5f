import type { ApiQuery, RequestCall } from '@companion/client/api/apiRequest';
import type { Answer, FieldsOf } from '@companion/client/api/callTypes';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { EndpointBuilder } from '@reduxjs/toolkit/query';
import type { z } from 'zod/mini';
import { request } from './request.ts';

/* Defines the endpoints of the contract's calls one by one, so that a screen loads only those that it uses. */

export const TAGS = ['Account', 'Content', 'RemovedContent', 'Questions'] as const;
export type Tag = (typeof TAGS)[number];
export type Build = EndpointBuilder<ApiQuery, Tag, 'api'>;

/** The parts of a call of the contract that its endpoint is made of. */
type EndpointCall = RequestCall & { read: z.ZodMiniType };

/** The same as the argument of a hook; `void` for a call that has none. */
// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query's type for an omitted argument
export type ArgumentOf<C> = unknown extends FieldsOf<C> ? void : FieldsOf<C>;

/** What RTK Query passes to the code that runs as a call starts. */
export interface Lifecycle<Data> {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState(): unknown;
  queryFulfilled: PromiseLike<{ data: Data }>;
}

interface Options<Raw, Result, Arg> {
  /** The part of the answer that the cache and the caller get; by default all of it. */
  pick?: (answer: Raw) => Result | Promise<Result>;
  /** Runs as the call starts, with a promise of its result. */
  onStart?: (argument: Arg, lifecycle: Lifecycle<Result>) => Promise<void>;
}

/** The endpoint of a call that reads. */
export const query = <C extends EndpointCall, Result = Answer<C>>(
  build: Build,
  call: C,
  { provides = [], pick, onStart }: { provides?: Tag[] } & Options<Answer<C>, Result, ArgumentOf<C>> = {},
) =>
  build.query<Result, ArgumentOf<C>, Answer<C>>({
    query: (argument) => request(call, fieldsOf(argument)),
    rawResponseSchema: schemaOf<C>(call),
    transformResponse: pick,
    onQueryStarted: onStart,
    providesTags: provides,
  });

/** The endpoint of a call that writes. */
export const mutation = <C extends EndpointCall, Result = Answer<C>>(
  build: Build,
  call: C | EndpointCall,
  {
    invalidates = [],
    keepalive = false,
    pick,
    onStart,
  }: {
    invalidates?: Tag[];
    /** Lets the request outlive the page. */
    keepalive?: boolean;
  } & Options<Answer<C>, Result, ArgumentOf<C>> = {},
) =>
  build.mutation<Result, ArgumentOf<C>, Answer<C>>({
    query: (argument) => ({ ...request(call, fieldsOf(argument)), keepalive }),
    rawResponseSchema: schemaOf<C>(call),
    transformResponse: pick,
    onQueryStarted: onStart,
    invalidatesTags: invalidates,
  });

// The schemas of parameters and bodies are objects, or empty.
const fieldsOf = (argument: unknown) => (argument ?? {}) as Record<string, unknown>;

// TypeScript cannot infer the schema's output type through the generic parameter.
const schemaOf = <C>(call: EndpointCall) => call.read as z.ZodMiniType<Answer<C>, Answer<C>>;

/** Lists and items are wrapped in `{results}`. */
export const results = <Result>(answer: { results: Result }): Result => answer.results;
