import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { entryOf, watchEntry } from './queryCache.ts';
import { repeatReads } from './repeatReads.ts';
import type { StaffFailure } from './StaffFailure.ts';
import type { StaffAnswer, StaffGiven } from './sendStaffCall.ts';

export interface StaffQuery<Name extends StaffCallName> {
  /** The newest answer; while other parameters load, that of the last ones. */
  data: StaffAnswer<Name> | undefined;
  failure: StaffFailure | undefined;
  isFetching: boolean;
  refetch(): void;
}

/**
 * What a staff call answers: what the cache keeps of it at once, and again from the server when the screen opens.
 * @param options `everyMs`: asks again at this pace while the page is visible; `isOn`: whether it asks at all
 */
export function useStaffQuery<Name extends StaffCallName>(
  name: Name,
  given: StaffGiven<Name>,
  { everyMs, isOn = true }: { everyMs?: number | undefined; isOn?: boolean } = {},
): StaffQuery<Name> {
  const entry = entryOf(name, given);
  const watch = useCallback((listener: () => void) => (isOn ? watchEntry(entry, listener) : () => {}), [entry, isOn]);
  const { data, failure, isFetching } = useSyncExternalStore(watch, () => entry.known);
  const shown = useRef<{ entry: typeof entry; data: unknown }>(undefined);
  if (data !== undefined) shown.current = { entry, data };
  // What was forgotten must not show.
  const last = shown.current?.entry === entry ? undefined : shown.current?.data;
  useEffect(() => {
    if (everyMs !== undefined) return repeatReads(everyMs, [name]);
  }, [name, everyMs]);
  return {
    // Read with the schema of this call.
    data: (data ?? last) as StaffAnswer<Name> | undefined,
    failure,
    isFetching,
    refetch: () => void entry.fetch(),
  };
}
