import { type PollResults, pollResults } from '@companion/contract/live';
import { useEffect, useState } from 'react';
import { followAsStage, isLive, watchLive } from '../api/staffStream.ts';
import { useLiveRefresh } from '../api/useLiveRefresh.ts';

/**
 * Keeps the stage up to date: it is read again with each change, and counts come with their frames.
 * @returns the newest count, null while none may be seen; undefined while there is no stream
 */
export function useLiveStage(): PollResults | null | undefined {
  const [results, setResults] = useState<PollResults | null>();
  followAsStage();
  useLiveRefresh(['stage', 'questions', 'screen'], ['getStage']);
  useEffect(
    () =>
      watchLive((frame, data) => {
        if (frame === 'results') setResults(pollResults.safeParse(data).data ?? null);
        else if (frame === undefined && !isLive()) setResults(undefined);
      }),
    [],
  );
  return results;
}
