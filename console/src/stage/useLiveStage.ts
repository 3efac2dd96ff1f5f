import { pollResults } from '@companion/contract/live';
import type { Stage } from '@companion/contract/staff/stage';
import { useEffect } from 'react';
import { followAsStage, watchLive } from '../api/liveStream.ts';
import { entryOf, setKnown } from '../api/queryCache.ts';
import { useLiveRefresh } from '../api/useLiveRefresh.ts';

/** Keeps the stage up to date: a count comes with its frame, everything else is read again. */
export function useLiveStage(): void {
  followAsStage();
  useLiveRefresh(['stage', 'questions'], ['getStage']);
  useEffect(
    () =>
      watchLive((frame, data) => {
        if (frame === 'results') showResults(data);
      }),
    [],
  );
}

function showResults(data: unknown): void {
  const entry = entryOf('getStage', {});
  // What the cache keeps of getStage.
  const known = entry.known.data as { results: Stage } | undefined;
  const read = pollResults.safeParse(data);
  const results = read.success ? read.data : null;
  if (!known || (results && results.questionId !== known.results.poll?.id)) return;
  setKnown(entry, { results: { ...known.results, results } });
}
