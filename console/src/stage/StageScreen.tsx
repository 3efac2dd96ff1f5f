import type { PollResults } from '@companion/contract/live';
import type { Stage } from '@companion/contract/staff/stage';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { QrCode } from '../page/QrCode.tsx';
import { StageBoard } from './StageBoard.tsx';
import { StageMessage } from './StageMessage.tsx';
import styles from './StagePage.module.css';
import { StagePoll } from './StagePoll.tsx';
import { shortAddress } from './stageTexts.ts';
import { useLiveStage } from './useLiveStage.ts';
import { useWakeLock } from './useWakeLock.ts';

/** What is on stage, up to date. */
export function StageScreen() {
  useWakeLock();
  const results = useLiveStage();
  const { data, failure } = useStaffQuery('getStage', {});
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
        <Shown stage={withResults(data.results, results)} />
      ) : (
        <>
          <h1 className="visually-hidden">Stage</h1>
          <Spinner label="Loading" />
        </>
      )}
    </main>
  );
}

function Shown({ stage }: { stage: Stage }) {
  if (stage.board) return <StageBoard board={stage.board} joinUrl={stage.joinUrl} />;
  return stage.poll ? <StagePoll poll={stage.poll} stage={stage} /> : <StageWelcome stage={stage} />;
}

/** A count that came with a frame is newer than the one that was read. */
function withResults(stage: Stage, results: PollResults | null | undefined): Stage {
  const isOther = results && results.questionId !== stage.poll?.id;
  return results === undefined || isOther ? stage : { ...stage, results };
}

/** While no poll is on stage: where to join. */
const StageWelcome = ({ stage: { eventName, joinUrl } }: { stage: Stage }) => (
  <div className={styles.middle}>
    <h1 className="written">{eventName}</h1>
    <div className={styles.bigCode}>
      <QrCode text={joinUrl} label="QR code of the app's address" />
    </div>
    <p>
      Join at <b>{shortAddress(joinUrl)}</b>
    </p>
  </div>
);
