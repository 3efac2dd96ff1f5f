import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { type SkipToken, skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef } from 'react';
import { isReachable } from './reachability.ts';
import { failureIn, type StaffFailure } from './StaffFailure.ts';
import { type NoParameters, readEndpoint, type StaffReadName } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import { isLive, watchLive } from './staffStream.ts';
import { isSignedOut, readAgain, store } from './store.ts';

export interface StaffQuery<Name extends StaffReadName> {
  /** The newest answer. */
  data: StaffAnswer<Name> | undefined;
  failure: StaffFailure | undefined;
  isFetching: boolean;
  refetch(): void;
  /** With `keepsLast`, after a failure: the part that showed before, and what it answers. */
  last: { data: StaffAnswer<Name>; given: StaffGiven<Name> } | undefined;
}

/** How often a screen asks while no stream reports what changes. */
const FALLBACK_MS = 2000;
/** While there is one, every fifth time: not everything that a screen shows has a frame. */
const LIVE_EVERY = 5;
/** Frames that come together lead to one reading. */
const TOGETHER_MS = 30;

interface StaffQueryOptions {
  /** Asks again at this pace while the page is visible. */
  everyMs?: number | undefined;
  /** Asks again with each of these frames of the stream; while there is no stream, every two seconds. */
  live?: StaffLiveFrame[] | undefined;
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
export function useStaffQuery<Name extends StaffReadName>(
  name: Name,
  given: StaffGiven<Name>,
  { everyMs, live, isOn = true, partOf, keepsLast = false }: StaffQueryOptions = {},
): StaffQuery<Name> {
  const key = JSON.stringify(given);
  const { data, failure, isFetching, refetch } = useAnswer(name, isOn ? given : skipToken, everyMs);
  useFrames(name, live);
  const shown = useRef<{ key: string; given: StaffGiven<Name>; data: StaffAnswer<Name>; partOf: string | undefined }>(
    undefined,
  );
  if (data !== undefined) shown.current = { key, given, data, partOf };
  // What was forgotten must not show.
  const isOtherPart = partOf !== undefined && shown.current?.partOf === partOf && shown.current.key !== key;
  const before = isOtherPart ? shown.current : undefined;
  const kept = keepsLast && failure ? before : undefined;
  const keptData = useAnswer(name, kept ? kept.given : skipToken, everyMs).data;
  return {
    data: data ?? (failure ? undefined : before?.data),
    failure,
    isFetching,
    refetch,
    last: kept && keptData !== undefined ? { data: keptData, given: kept.given } : undefined,
  };
}

/** Reads the call again with each of these frames, and at times. The stream stays open for them. */
function useFrames(name: StaffReadName, frames: StaffLiveFrame[] | undefined): void {
  const frameKey = frames?.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with the same frames are the same
  useEffect(() => {
    if (!frames) return;
    let planned: ReturnType<typeof setTimeout> | undefined;
    const stop = watchLive((frame) => {
      if (frame === undefined || frames.includes(frame)) planned ??= setTimeout(read, TOGETHER_MS);
    });
    const read = () => {
      planned = undefined;
      readAgain([name], 'repeat');
    };
    let round = 0;
    const repeating = setInterval(() => {
      // Once the server answers again, everything is read.
      if (document.hidden || !isReachable.get()) return;
      round++;
      if (!isLive.get() || round % LIVE_EVERY === 0) readAgain([name], 'keep');
    }, FALLBACK_MS);
    return () => {
      stop();
      clearTimeout(planned);
      clearInterval(repeating);
    };
  }, [name, frameKey]);
}

/** What is known of a call with these parameters, which is read and followed. */
function useAnswer<Name extends StaffReadName>(name: Name, given: StaffGiven<Name> | SkipToken, everyMs = 0) {
  const { useQuery, select } = readEndpoint(name);
  const asked = given as NoParameters | SkipToken;
  // Behind the sign-in form, and without a server, nothing is asked; afterwards everything is.
  const [isHidden, isServed] = [isSignedOut.use(), isReachable.use()];
  const key = given === skipToken ? undefined : JSON.stringify(given);
  const query = useQuery(asked, {
    pollingInterval: isServed && !isHidden ? everyMs : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: parameters with the same contents are the same
  const failureBefore = useMemo(() => select(asked)(store.getState()).error, [select, key]);
  const data = query.currentData as StaffAnswer<Name> | undefined;
  // One of an earlier visit does not show.
  const isOld = query.error === failureBefore;
  return {
    data,
    failure: isOld ? undefined : failureIn(query.error),
    isFetching: query.isFetching,
    refetch: () => {
      if (given !== skipToken) void query.refetch();
    },
  };
}
