import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { AudienceQuestionsOnStage } from '../page/AudienceQuestionsOnStage.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SafeguardsInForce } from '../page/SafeguardsInForce.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { searchText } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { OnStage } from './OnStage.tsx';
import { RunningOrder } from './RunningOrder.tsx';
import styles from './RunPage.module.css';

const LIVE: StaffLiveFrame[] = ['stage', 'questions', 'screen'];

/** What a host uses during a session: the poll on stage, three buttons, and the running order. */
export function RunPage() {
  const query = useStaffQuery('getPolls', {}, { live: LIVE });
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}, { live: LIVE }).data?.results ?? [];
  return (
    <>
      <PageHead title="Run the polls">
        <span className={styles.keys}>
          <kbd>Space</kbd> opens and closes, <kbd>Enter</kbd> reveals and hides, <kbd>N</kbd> goes to the next poll.
        </span>
      </PageHead>
      <SafeguardsInForce />
      <Loaded query={query}>
        {({ results }) => (
          <div className={styles.columns}>
            <OnStage polls={results} />
            <div className={styles.side}>
              <RunningOrder polls={results} />
              <RunAudienceQuestions sessions={sessions} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Questions from the hall on stage, in place of a poll. */
function RunAudienceQuestions({ sessions }: { sessions: AudienceQuestionSession[] }) {
  const [picked, setPicked] = useState('');
  const staged = sessions.find(({ isOnStage }) => isOnStage)?.contentId ?? '';
  const chosen = picked || staged;
  return (
    <section aria-labelledby="audience-questions">
      <h2 id="audience-questions">Questions from the hall</h2>
      <Card className={styles.audienceQuestions}>
        <SessionSelect sessions={sessions} placeholder="Choose a session" value={chosen} onChange={setPicked} />
        <AudienceQuestionsOnStage sessions={sessions} chosen={chosen} />
        <p>
          <Link to={paths.questions + searchText({ session: chosen })}>Moderate the questions</Link>
        </p>
      </Card>
    </section>
  );
}
