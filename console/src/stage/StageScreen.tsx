import { type PollResults, pollResults } from '@companion/contract/live';
import type { Stage } from '@companion/contract/staff/stage';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { followAsStage, isLive, watchLive } from '../api/staffStream.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { StageSlide } from '../slide/StageSlide.tsx';
import styles from './StagePage.module.css';

const LOCK_AGAIN_MS = 10_000;

/** What is on stage, up to date. */
export function StageScreen() {
  useWakeLock();
  const results = useStageResults();
  // Not `results`: their frame has the counts themselves.
  const { data, failure } = useStaffQuery('getStage', {}, { live: ['stage', 'questions', 'screen'] });
  if (failure?.status === 401 || failure?.status === 403) {
    return (
      <StageMessage title="This screen is not connected">
        Make a link for it in the console, under Stage screens, and open the link here.
      </StageMessage>
    );
  }
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

/** One sentence in the middle of the screen. */
export const StageMessage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={styles.stage}>
    <div className={styles.middle}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  </main>
);

/** Keeps the screen on while the page is visible. Browsers take the lock away when it is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (isOver || document.hidden || lock?.released === false || !('wakeLock' in navigator)) return;
      // It is rejected while the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
      // The system may take it away from a page that is visible.
      else lock?.addEventListener('release', () => setTimeout(request, LOCK_AGAIN_MS), { once: true });
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
