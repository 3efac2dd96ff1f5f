import { type PollResults, pollResults } from '@companion/contract/live';
import type { Stage } from '@companion/contract/staff/stage';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { followAsStage, isLive, watchLive } from '../api/staffStream.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { StageSlide } from '../slide/StageSlide.tsx';
import styles from './StagePage.module.css';

/** What is on stage, up to date. @param onNotConnected when this browser is no stage screen */
export function StageScreen({ onNotConnected }: { onNotConnected(): void }) {
  const results = useStageResults();
  // Not `results`: their frame has the counts themselves.
  const { data, failure } = useStaffQuery('getStage', {}, { live: ['stage', 'questions', 'screen'] });
  const isNotConnected = failure?.status === 401 || failure?.status === 403;
  const report = useEffectEvent(onNotConnected);
  useEffect(() => {
    if (isNotConnected) report();
  }, [isNotConnected]);
  return (
    <main className={styles.stage}>
      {data ? (
        <StageSlide stage={withResults(data.results, results)} />
      ) : (
        <>
          <h1 className="visually-hidden">Stage</h1>
          <Spinner label="Loading" />
        </>
      )}
    </main>
  );
}

/**
 * Follows the counts of the stage, which come with their frames.
 * @returns the newest count, null while none may be seen; undefined while there is no stream
 */
function useStageResults(): PollResults | null | undefined {
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

/** A count that came with a frame is newer than the one that was read. */
function withResults(stage: Stage, results: PollResults | null | undefined): Stage {
  const isOther = results && results.questionId !== stage.poll?.id;
  return results === undefined || isOther ? stage : { ...stage, results };
}
