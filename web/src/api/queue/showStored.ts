import type { PendingWrite } from '../../device/pendingWrite.ts';
import { api } from '../api.ts';
import { noteStored } from '../knownAnswers.ts';
import { overlays } from './overlays.ts';
import { type QueueStore, queuedCalls } from './queuedCalls.ts';

/** The part of the API's cache that is read here. */
interface Cache {
  [api.reducerPath]: { queries: Record<string, { endpointName?: string; originalArgs?: unknown } | undefined> };
}

/** Shows a write that the server has stored in what was read before, and fetches again what it changes. */
export function showStored(write: PendingWrite, answer: unknown, store: QueueStore): void {
  const queued = queuedCalls.get(write.call);
  noteStored();
  queued?.onStored?.(answer, write.argument, store);
  // RTK Query types the state as unknown: the store is made with the API's cache.
  const { queries } = (store.getState() as Cache)[api.reducerPath];
  for (const entry of Object.values(queries)) {
    const overlay = Object.entries(overlays).find(([name]) => name === entry?.endpointName)?.[1];
    if (!entry || !overlay) continue;
    // The endpoints are injected, so the API's type does not know them; each overlay fits its endpoint's data.
    const update = api.util.updateQueryData as (name: string, args: unknown, change: (data: never) => unknown) => never;
    store.dispatch(
      update(entry.endpointName ?? '', entry.originalArgs, (data) => overlay(data, [{ ...write, state: 'waiting' }])),
    );
  }
  if (queued && queued.invalidates.length > 0) store.dispatch(api.util.invalidateTags([...queued.invalidates]));
}
