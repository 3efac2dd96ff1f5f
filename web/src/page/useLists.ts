import { useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import type { AppState } from '../api/api.ts';
import { readApi, useGetContentQuery, useGetQuestionsQuery } from '../api/readApi.ts';
import { type LiveList, selectUnchangedSince } from '../session/liveSlice.ts';
import { useArrival } from './useArrival.ts';
import { useEventInfo } from './useEventInfo.ts';

/*
 * The lists are kept for the whole visit (subscribeToLists.ts). A screen to which the attendee returns shows what is kept
 * and asks for it again (§9), and so does one that is open when the page gets the focus or the network is back.
 */

/**
 * The content list, for the screen that shows it. It is another list in another zone, so that everything made from it has
 * times of that zone, also when the zone arrives late.
 */
export function useContent() {
  const query = useGetContentQuery(undefined, useListOptions('agenda'));
  const { timeZone } = useEventInfo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: formatTime.ts formats its times in this zone
  const data = useMemo(() => query.data && [...query.data], [query.data, timeZone]);
  return { ...query, data };
}

/** All questions, for the screen that shows them. */
export const useQuestions = () => useGetQuestionsQuery(undefined, useListOptions('questions'));

function useListOptions(list: LiveList) {
  const arrival = useArrival();
  const store = useStore<AppState>();
  const [asksAgain] = useState(() => {
    // The app has just asked for what its first screen shows, and for what it leads on to.
    const isFirst = arrival === 'loaded' || arrival === 'redirected';
    return !isFirst && !isCurrent(store.getState(), list);
  });
  return { refetchOnFocus: true, refetchOnReconnect: true, refetchOnMountOrArgChange: asksAgain };
}

const SELECTORS = {
  agenda: readApi.endpoints.getContent.select(),
  questions: readApi.endpoints.getQuestions.select(),
};

/** Whether a stream that delivers would have announced a change since the list was asked for (decision 050). */
function isCurrent(state: AppState, list: LiveList): boolean {
  const { status, startedTimeStamp = 0 } = SELECTORS[list](state);
  const since = selectUnchangedSince(state)[list];
  return since !== undefined && status === 'fulfilled' && startedTimeStamp > since;
}
