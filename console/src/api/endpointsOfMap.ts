import type { ApiQuery, ApiRequest, RequestCall } from '@companion/client/api/apiRequest';
import type { Answer, FieldsOf } from '@companion/client/api/callTypes';
import type { Call } from '@companion/contract/defineCall';
import { readTolerantly } from '@companion/contract/tolerant';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';

/** What a call of a map needs: an empty object for one that needs nothing. */
export type GivenTo<C> = unknown extends FieldsOf<C> ? Record<never, never> : FieldsOf<C>;

/** An endpoint for each call of a map, of its own name: those whose name begins with `get` read, all others write. */
type EndpointsOfMap<Calls, Failure, Path extends string> = {
  [Name in keyof Calls & string]: Name extends `get${string}`
    ? QueryDefinition<GivenTo<Calls[Name]>, ApiQuery<Failure>, keyof Calls & string, Answer<Calls[Name]>, Path>
    : MutationDefinition<GivenTo<Calls[Name]>, ApiQuery<Failure>, keyof Calls & string, Answer<Calls[Name]>, Path>;
};

/**
 * Makes the endpoints of all calls of a map: a new call needs no more than its definition. What a call has read has the
 * tag of its name. Only another version of our server can have written an answer, so its tolerant schema is derived.
 */
export function endpointsOfMap<
  Calls extends Record<string, RequestCall & Pick<Call, 'answer'>>,
  Failure,
  Path extends string,
>(calls: Calls, request: (call: RequestCall, given: Record<string, unknown>) => ApiRequest) {
  return (
    build: EndpointBuilder<ApiQuery<Failure>, keyof Calls & string, Path>,
  ): EndpointsOfMap<Calls, Failure, Path> =>
    // The type of each endpoint follows from its call, which TypeScript cannot follow through the loop.
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => {
        const parts = {
          query: (given: Record<string, unknown>) => request(call, given),
          rawResponseSchema: readTolerantly(call.answer),
        };
        // Every name of the map is a tag.
        const tag = name as keyof Calls & string;
        return [name, name.startsWith('get') ? build.query({ ...parts, providesTags: [tag] }) : build.mutation(parts)];
      }),
    ) as never;
}
