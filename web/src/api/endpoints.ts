import type { Call, ClientCall } from '@companion/contract/defineCall';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod/mini';
import type { ApiQuery } from './baseQuery.ts';
import { request } from './request.ts';
import type { Lifecycle } from './storeSession.ts';

export const TAGS = ['Account', 'Content', 'Questions'] as const;
type Tag = (typeof TAGS)[number];
export type Build = EndpointBuilder<ApiQuery, Tag, 'api'>;

export type Answer<C extends ClientCall> = z.output<C['read']>;
/** The fields of an object schema. For an empty one `unknown`, which adds nothing to an intersection. */
type Fields<Schema extends z.ZodMiniType> = string extends keyof z.input<Schema> ? unknown : z.input<Schema>;
type Parts = Pick<Call, 'params' | 'body'>;
type AllFields<C extends Parts> = Fields<C['params']> & Fields<C['body']>;
/** The parameters and the body's fields of a call in one object; `void` for a call that has neither. */
// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query's type for an omitted argument
export type ArgumentOf<C extends Parts> = unknown extends AllFields<C> ? void : AllFields<C>;

interface Options<Raw, Result, Arg> {
  /** The part of the answer that the cache and the caller get; by default all of it. */
  pick?: (answer: Raw) => Result;
  /** Runs as the call starts, with a promise of its result. */
  onStart?: (argument: Arg, lifecycle: Lifecycle<Result>) => Promise<void>;
}

/** The endpoint of a call that reads. Argument, address and answer come from the contract. */
export function query<C extends ClientCall & Parts, Result = Answer<C>>(
  build: Build,
  call: C,
  { provides = [], pick, onStart }: { provides?: Tag[] } & Options<Answer<C>, Result, ArgumentOf<C>> = {},
) {
  return build.query<Result, ArgumentOf<C>, Answer<C>>({
    query: (argument) => request(call, fieldsOf(argument)),
    rawResponseSchema: schemaOf<C>(call),
    ...(pick && { transformResponse: pick }),
    ...(onStart && { onQueryStarted: onStart }),
    providesTags: provides,
  });
}

/** The endpoint of a call that writes. Argument, address and answer come from the contract. */
export function mutation<C extends ClientCall & Parts, Result = Answer<C>>(
  build: Build,
  call: C | ClientCall<C['read']>,
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
) {
  return build.mutation<Result, ArgumentOf<C>, Answer<C>>({
    query: (argument) => ({ ...request(call, fieldsOf(argument)), keepalive }),
    rawResponseSchema: schemaOf<C>(call),
    ...(pick && { transformResponse: pick }),
    ...(onStart && { onQueryStarted: onStart }),
    invalidatesTags: invalidates,
  });
}

// The schemas of parameters and bodies are objects, or empty.
const fieldsOf = (argument: unknown) => (argument ?? {}) as Record<string, unknown>;

// TypeScript cannot infer the schema's output type through the generic parameter.
const schemaOf = <C extends ClientCall>(call: ClientCall<C['read']>) =>
  call.read as z.ZodMiniType<Answer<C>, Answer<C>>;

/** Lists and items are wrapped in `{results}`. */
export const results = <Result>(answer: { results: Result }): Result => answer.results;
