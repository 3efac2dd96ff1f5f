import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { entryOf, watchEntry } from './queryCache.ts';
import { repeatReads } from './repeatReads.ts';
import type { StaffFailure } from './StaffFailure.ts';
import type { StaffAnswer, StaffGiven } from './sendStaffCall.ts';

export interface StaffQuery<Name extends StaffCallName> {
  /** The newest answer. */
  data: StaffAnswer<Name> | undefined;
  failure: StaffFailure | undefined;
  isFetching: boolean;
  refetch(): void;
}

interface StaffQueryOptions {
  /** Asks again at this pace while the page is visible. */
  everyMs?: number | undefined;
  /** Whether it asks at all. */
  isOn?: boolean;
  /**
   * What a paged or filtered list is about: while another part of the same list loads, the last one shows. Without it,
   * as after a failure, no answer to other parameters shows.
   */
  partOf?: string;
}

/** What a staff call answers: what the cache keeps of it at once, and again from the server when the screen opens. */
export function useStaffQuery<Name extends StaffCallName>(
  name: Name,
  given: StaffGiven<Name>,
  { everyMs, isOn = true, partOf }: StaffQueryOptions = {},
): StaffQuery<Name> {
  const entry = entryOf(name, given);
  const watch = useCallback((listener: () => void) => (isOn ? watchEntry(entry, listener) : () => {}), [entry, isOn]);
  const { data, failure, isFetching } = useSyncExternalStore(watch, () => entry.known);
  const shown = useRef<{ entry: typeof entry; data: unknown; partOf: string | undefined }>(undefined);
  if (data !== undefined) shown.current = { entry, data, partOf };
  // What was forgotten must not show.
  const isOtherPart = partOf !== undefined && shown.current?.partOf === partOf && shown.current.entry !== entry;
  const last = isOtherPart && !failure ? shown.current?.data : undefined;
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
