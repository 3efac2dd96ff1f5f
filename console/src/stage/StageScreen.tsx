import { pollResults } from '@companion/contract/live';
import { answered, type Stage } from '@companion/contract/staff/stage';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { followAsStage, isLive, watchLive } from '../api/staffStream.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { StageSlide } from '../slide/StageSlide.tsx';
import styles from './StagePage.module.css';

/** What is on stage, up to date. @param onNotConnected when this browser is no stage screen */
export function StageScreen({ onNotConnected }: { onNotConnected(): void }) {
  const counts = useStageCounts();
  // Not `results` and `answered`: their frames have the counts themselves.
  const { data, failure } = useStaffQuery('getStage', {}, { live: ['stage', 'questions', 'screen'] });
  const isNotConnected = failure?.status === 401 || failure?.status === 403;
  const report = useEffectEvent(onNotConnected);
  useEffect(() => {
    if (isNotConnected) report();
  }, [isNotConnected]);
  return (
    <main className={styles.stage}>
      {data ? (
        <StageSlide stage={withCounts(data.results, counts)} />
      ) : (
        <>
          <h1 className="visually-hidden">Stage</h1>
          <Spinner label="Loading" />
        </>
      )}
    </main>
  );
}

/** What comes with frames, and is newer than what was read; undefined while there is no stream. */
type Counts = Partial<Pick<Stage, 'results' | 'answered'>>;

/** Follows the counts of the stage. */
function useStageCounts(): Counts {
  const [counts, setCounts] = useState<Counts>({});
  const isStreaming = isLive.use();
  followAsStage();
  useEffect(
    () =>
      watchLive((frame, data) => {
        if (frame === 'results') setCounts((now) => ({ ...now, results: pollResults.safeParse(data).data ?? null }));
        if (frame === 'answered') setCounts((now) => ({ ...now, answered: answered.safeParse(data).data ?? null }));
      }),
    [],
  );
  useEffect(() => {
    if (!isStreaming) setCounts({});
  }, [isStreaming]);
  return counts;
}

function withCounts(stage: Stage, counts: Counts): Stage {
  const newer = Object.entries(counts).filter(([, count]) => count === null || count?.questionId === stage.poll?.id);
  return { ...stage, ...Object.fromEntries(newer) };
}
