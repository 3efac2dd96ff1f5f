import type { ParamsOf } from '@companion/contract/defineCall';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { EndpointBuilder, FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { z } from 'zod/mini';
import type { ApiQuery, ApiRequest, RequestCall } from './apiRequest.ts';

/** The parts of a call of the contract that its endpoint is made of. */
type EndpointCall = RequestCall & { read: z.ZodMiniType };

/** What an app reads of a call's answer: as tolerantly as the contract says. */
export type Answer<C> = C extends { read: infer Schema extends z.ZodMiniType } ? z.output<Schema> : never;

/** The fields of an object schema. For an empty one `unknown`, which adds nothing to an intersection. */
type Fields<Schema> = Schema extends z.ZodMiniType
  ? [keyof z.input<Schema>] extends [never]
    ? unknown
    : string extends keyof z.input<Schema>
      ? unknown
      : z.input<Schema>
  : unknown;
type Part<C, Name extends string> = C extends { [key in Name]: infer Schema } ? Fields<Schema> : unknown;
/** The parameters of a call, and the fields of its query and its body, in one object; `unknown` without any. */
export type FieldsOf<C> = (C extends { path: infer Path extends string } ? ParamsOf<Path> : unknown) &
  Part<C, 'query'> &
  Part<C, 'body'>;
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

type MakeRequest = (call: RequestCall, fields?: Record<string, unknown>) => ApiRequest;

/** An answer that violates the contract is treated like one that is not JSON (§8). */
export const schemaFailure = ({ message }: { message: string }): FetchBaseQueryError => ({
  status: 'PARSING_ERROR',
  originalStatus: 200,
  data: '',
  error: message,
});

/** Makes the functions that define an app's endpoints one by one, so that a screen loads only those that it uses. */
export function endpointsOf<Tag extends string, Path extends string>(request: MakeRequest) {
  type Build = EndpointBuilder<ApiQuery, Tag, Path>;
  return {
    /** The endpoint of a call that reads. */
    query: <C extends EndpointCall, Result = Answer<C>>(
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
      }),
    /** The endpoint of a call that writes. */
    mutation: <C extends EndpointCall, Result = Answer<C>>(
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
      }),
  };
}

/** What a call of a map needs: an empty object for one that needs nothing. */
export type GivenTo<C> = unknown extends FieldsOf<C> ? Record<never, never> : FieldsOf<C>;

// The schemas of parameters and bodies are objects, or empty.
const fieldsOf = (argument: unknown) => (argument ?? {}) as Record<string, unknown>;

// TypeScript cannot infer the schema's output type through the generic parameter.
const schemaOf = <C>(call: EndpointCall) => call.read as z.ZodMiniType<Answer<C>, Answer<C>>;

/** Lists and items are wrapped in `{results}`. */
export const results = <Result>(answer: { results: Result }): Result => answer.results;
