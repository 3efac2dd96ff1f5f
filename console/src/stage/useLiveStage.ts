import { type PollResults, pollResults } from '@companion/contract/live';
import { useEffect, useState } from 'react';
import { followAsStage, isLive, watchLive } from '../api/staffStream.ts';

/**
 * Follows the counts of the stage, which come with their frames.
 * @returns the newest count, null while none may be seen; undefined while there is no stream
 */
export function useLiveStage(): PollResults | null | undefined {
  const [results, setResults] = useState<PollResults | null>();
  const isStreaming = isLive.use();
  followAsStage();
  useEffect(
    () =>
      watchLive((frame, data) => {
        if (frame === 'results') setResults(pollResults.safeParse(data).data ?? null);
      }),
    [],
  );
  useEffect(() => {
    if (!isStreaming) setResults(undefined);
  }, [isStreaming]);
  return results;
}
