import type { Call, ClientCall } from '@companion/contract/call';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod/mini';
import type { ApiQuery } from './baseQuery.ts';
import type { Lifecycle } from './keepSession.ts';
import { request } from './request.ts';

export const TAGS = ['Account', 'Content', 'Questions'] as const;
type Tag = (typeof TAGS)[number];
type Build = EndpointBuilder<ApiQuery, Tag, 'api'>;

type Answer<C extends ClientCall> = z.output<C['read']>;
/** The fields of an object schema; `unknown`, which adds nothing to an intersection, for the empty one. */
type Fields<Schema extends z.ZodMiniType> = string extends keyof z.input<Schema> ? unknown : z.input<Schema>;
type Parts = Pick<Call, 'params' | 'body'>;
type AllFields<C extends Parts> = Fields<C['params']> & Fields<C['body']>;
/** The parameters and the body's fields of a call in one object; `void` for a call that has neither. */
// biome-ignore lint/suspicious/noConfusingVoidType: what RTK Query calls an argument that is left out
type Sent<C extends Parts> = unknown extends AllFields<C> ? void : AllFields<C>;

interface Options<Raw, Result, Arg> {
  /** What of the answer the cache and the caller get; by default all of it. */
  pick?: (answer: Raw) => Result;
  /** Runs as the call starts, with a promise of its result. */
  onStart?: (sent: Arg, lifecycle: Lifecycle<Result>) => Promise<void>;
}

/** The endpoint of a call that reads: its argument, address and answer are those of the contract. */
export function query<C extends ClientCall & Parts, Result = Answer<C>>(
  build: Build,
  call: C,
  { provides = [], pick, onStart }: { provides?: Tag[] } & Options<Answer<C>, Result, Sent<C>> = {},
) {
  return build.query<Result, Sent<C>, Answer<C>>({
    query: (sent) => request(call, fieldsOf(sent)),
    rawResponseSchema: schemaOf<C>(call),
    ...(pick && { transformResponse: pick }),
    ...(onStart && { onQueryStarted: onStart }),
    providesTags: provides,
  });
}

/** The endpoint of a call that writes: its argument, address and answer are those of the contract. */
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
  } & Options<Answer<C>, Result, Sent<C>> = {},
) {
  return build.mutation<Result, Sent<C>, Answer<C>>({
    query: (sent) => ({ ...request(call, fieldsOf(sent)), keepalive }),
    rawResponseSchema: schemaOf<C>(call),
    ...(pick && { transformResponse: pick }),
    ...(onStart && { onQueryStarted: onStart }),
    invalidatesTags: invalidates,
  });
}

// Objects or nothing, as the schemas of parameters and bodies are.
const fieldsOf = (sent: unknown) => (sent ?? {}) as Record<string, unknown>;

// A generic call's schema reads what the call's type says it reads; TypeScript does not follow it into the parameter.
const schemaOf = <C extends ClientCall>(call: ClientCall<C['read']>) =>
  call.read as z.ZodMiniType<Answer<C>, Answer<C>>;

/** Lists and items come in `{results}`. */
export const results = <Result>(answer: { results: Result }): Result => answer.results;
