import type { PollResults } from '@companion/contract/live';
import { useEffect, useState } from 'react';
import { selectClockAheadMs, selectResults, selectStage } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

export interface LivePoll {
  isClosed: boolean;
  /** The full seconds until it closes; undefined without a countdown. */
  secondsLeft: number | undefined;
  /** Undefined while they are not shown to attendees. */
  results: PollResults | undefined;
}

interface Poll {
  campaignId: string;
  id: string;
  closed?: boolean;
}

/** What is live about a question. What is on stage is newer than the list. */
export function useLivePoll({ campaignId, id, closed = false }: Poll): LivePoll {
  const isThis = (other: { campaignId: string; questionId: string } | null) =>
    other?.questionId === id && other.campaignId === campaignId;
  const stage = useAppSelector((state) => (isThis(selectStage(state)) ? selectStage(state) : null));
  const results = useAppSelector((state) => (isThis(selectResults(state)) ? selectResults(state) : null));
  const secondsLeft = useSecondsUntil(stage?.state === 'open' ? stage.closesAt : undefined);
  return {
    isClosed: stage ? stage.state === 'closed' || secondsLeft === 0 : closed,
    secondsLeft,
    results: results ?? undefined,
  };
}

/** The full seconds until a time by the server's clock, at least 0; undefined without a time. */
function useSecondsUntil(time: string | null | undefined): number | undefined {
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [, setTick] = useState(0);
  const left = time ? Math.max(0, Date.parse(time) - Date.now() - clockAheadMs) : undefined;

  // Wakes as the next second begins.
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return left === undefined ? undefined : Math.ceil(left / 1000);
}
