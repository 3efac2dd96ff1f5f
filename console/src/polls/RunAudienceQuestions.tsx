import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { AudienceQuestionsOnStage } from '../page/AudienceQuestionsOnStage.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { searchText } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import styles from './RunAudienceQuestions.module.css';

/** Questions from the hall on stage, in place of a poll. */
export function RunAudienceQuestions() {
  const [picked, setPicked] = useState('');
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}).data?.results ?? [];
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
