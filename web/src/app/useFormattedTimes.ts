import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import { contentApi } from '../api/contentApi.ts';
import { formatTime } from '../formatTime.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/**
 * Formats the times of the agenda before a screen shows them, one when the browser is idle: each takes a phone
 * milliseconds, which a tap on the agenda would wait for. time.ts keeps them.
 */
export function useFormattedTimes(): void {
  const isSignedIn = useAppSelector(selectProfile) !== undefined;
  const { data } = contentApi.endpoints.getContent.useQueryState(isSignedIn ? undefined : skipToken);

  useEffect(() => {
    const instants = (data ?? [])
      .flatMap(({ startDate, endDate }) => [startDate, endDate])
      .map((at) => Date.parse(at ?? ''));
    const distinct = [...new Set(instants)].filter((instant) => !Number.isNaN(instant));
    return prefetchWhenIdle(distinct.map((instant) => async () => formatTime(instant)));
  }, [data]);
}
