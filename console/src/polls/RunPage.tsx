import { useLiveRefresh } from '../api/useLiveRefresh.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { OnStage } from './OnStage.tsx';
import { RunAudienceQuestions } from './RunAudienceQuestions.tsx';
import { RunningOrder } from './RunningOrder.tsx';
import styles from './RunPage.module.css';

/** What a host uses during a session: the poll on stage, three buttons, and the running order. */
export function RunPage() {
  const query = useStaffQuery('getPolls', {});
  useLiveRefresh(['stage', 'questions', 'screen'], ['getPolls', 'getAudienceQuestionSessions']);
  return (
    <>
      <PageHead title="Run the polls">
        <span className={styles.keys}>
          <kbd>Space</kbd> opens and closes, <kbd>Enter</kbd> reveals and hides, <kbd>N</kbd> goes to the next poll.
        </span>
      </PageHead>
      <Loaded query={query}>
        {({ results }) => (
          <div className={styles.columns}>
            <OnStage polls={results} />
            <div className={styles.side}>
              <RunningOrder polls={results} />
              <RunAudienceQuestions />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
