import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { AsksOnStage } from '../page/AsksOnStage.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { searchText } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import styles from './RunAsks.module.css';

/** Questions from the hall on stage, in place of a poll. */
export function RunAsks() {
  const [picked, setPicked] = useState('');
  const sessions = useStaffQuery('getAskSessions', {}).data?.results ?? [];
  const staged = sessions.find(({ isOnStage }) => isOnStage)?.contentId ?? '';
  const chosen = picked || staged;
  return (
    <section aria-labelledby="asks">
      <h2 id="asks">Questions from the hall</h2>
      <Card className={styles.asks}>
        <SessionSelect sessions={sessions} placeholder="Choose a session" value={chosen} onChange={setPicked} />
        <AsksOnStage sessions={sessions} chosen={chosen} />
        <p>
          <Link to={paths.questions + searchText({ session: chosen })}>Moderate the questions</Link>
        </p>
      </Card>
    </section>
  );
}
