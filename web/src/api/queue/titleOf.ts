import { api } from '../api.ts';

/** A text of something that was read, for the list of unsent writes; empty if it is not in the cache. */
export function titleOf(state: unknown, endpointNames: readonly string[], id: unknown, field: string): string {
  // RTK Query types the state as unknown: its cache has this shape.
  const { queries = {} } = Object(Object(state)[api.reducerPath]) as { queries?: Record<string, unknown> };
  for (const entry of Object.values(queries)) {
    const { endpointName, data } = Object(entry);
    if (!endpointNames.includes(endpointName)) continue;
    const found = [data].flat().find((one) => Object(one).id === id);
    const text = Object(found)[field];
    if (typeof text === 'string') return text;
  }
  return '';
}
