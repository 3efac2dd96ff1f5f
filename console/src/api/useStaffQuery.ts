import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Entry, entryOf, type Known, watchEntry } from './queryCache.ts';
import { repeatReads } from './repeatReads.ts';
import type { StaffFailure } from './StaffFailure.ts';
import type { StaffAnswer, StaffGiven } from './sendStaffCall.ts';

export interface StaffQuery<Name extends StaffCallName> {
  /** The newest answer. */
  data: StaffAnswer<Name> | undefined;
  failure: StaffFailure | undefined;
  isFetching: boolean;
  refetch(): void;
  /** With `keepsLast`, after a failure: the part that showed before, and the parameters that it answers. */
  last: { data: StaffAnswer<Name>; given: StaffGiven<Name> } | undefined;
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
  /** Goes on reading the part that showed before one that failed, for a screen that shows more than the list. */
  keepsLast?: boolean;
}

/** What a staff call answers: what the cache keeps of it at once, and again from the server when the screen opens. */
export function useStaffQuery<Name extends StaffCallName>(
  name: Name,
  given: StaffGiven<Name>,
  { everyMs, isOn = true, partOf, keepsLast = false }: StaffQueryOptions = {},
): StaffQuery<Name> {
  const entry = entryOf(name, given);
  const { data, failure, isFetching } = useEntry(isOn ? entry : undefined) ?? entry.known;
  const shown = useRef<{ entry: typeof entry; data: unknown; given: typeof given; partOf: string | undefined }>(
    undefined,
  );
  if (data !== undefined) shown.current = { entry, data, given, partOf };
  // What was forgotten must not show.
  const isOtherPart = partOf !== undefined && shown.current?.partOf === partOf && shown.current.entry !== entry;
  const before = isOtherPart ? shown.current : undefined;
  const kept = keepsLast && failure ? before : undefined;
  const keptData = useEntry(kept?.entry)?.data;
  useEffect(() => {
    if (everyMs !== undefined) return repeatReads(everyMs, [name]);
  }, [name, everyMs]);
  return {
    // Read with the schema of this call.
    data: (data ?? (failure ? undefined : before?.data)) as StaffAnswer<Name> | undefined,
    failure,
    isFetching,
    refetch: () => void entry.fetch(),
    last: kept && keptData !== undefined ? { data: keptData as StaffAnswer<Name>, given: kept.given } : undefined,
  };
}

/** What is known of an entry, which is fetched and watched. */
function useEntry(entry: Entry | undefined): Known | undefined {
  const watch = useCallback((listener: () => void) => (entry ? watchEntry(entry, listener) : () => {}), [entry]);
  return useSyncExternalStore(watch, () => entry?.known);
}
