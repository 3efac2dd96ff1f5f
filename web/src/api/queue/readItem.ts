import { api } from '../api.ts';

/** Something that was read before, for the list of unsent writes; empty if it is not in the cache. */
export function readItem(state: unknown, endpointNames: readonly string[], id: unknown): Record<string, unknown> {
  // RTK Query types the state as unknown: its cache has this shape.
  const { queries = {} } = Object(Object(state)[api.reducerPath]) as { queries?: Record<string, unknown> };
  for (const entry of Object.values(queries)) {
    const { endpointName, data } = Object(entry);
    if (!endpointNames.includes(endpointName)) continue;
    const found = [data].flat().find((one) => Object(one).id === id);
    if (found) return found;
  }
  return {};
}
