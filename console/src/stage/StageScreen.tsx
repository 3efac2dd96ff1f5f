import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { StageMessage } from './StageMessage.tsx';
import styles from './StagePage.module.css';
import { StagePoll } from './StagePoll.tsx';
import { StageWelcome } from './StageWelcome.tsx';
import { useLiveStage } from './useLiveStage.ts';
import { useWakeLock } from './useWakeLock.ts';

/** What is on stage, up to date. */
export function StageScreen() {
  useWakeLock();
  useLiveStage();
  const { data, failure } = useStaffQuery('getStage', {});
  if (failure?.status === 401 || failure?.status === 403) {
    return (
      <StageMessage title="This screen is not connected">
        Make a link for it in the console, under Devices, and open the link here.
      </StageMessage>
    );
  }
  return (
    <main className={styles.stage}>
      {data ? (
        <Shown stage={data.results} />
      ) : (
        <>
          <h1 className="visually-hidden">Stage</h1>
          <Spinner label="Loading" />
        </>
      )}
    </main>
  );
}

const Shown = ({ stage }: Parameters<typeof StageWelcome>[0]) =>
  stage.poll ? <StagePoll poll={stage.poll} stage={stage} /> : <StageWelcome stage={stage} />;
