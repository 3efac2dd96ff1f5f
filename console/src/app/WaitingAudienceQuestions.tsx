import { useLiveRefresh } from '../api/useLiveRefresh.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import styles from './WaitingAudienceQuestions.module.css';

/** How many questions from the hall wait for a moderator. */
export function WaitingAudienceQuestions() {
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}).data?.results ?? [];
  useLiveRefresh(['queue', 'screen'], ['getAudienceQuestionSessions']);
  const waiting = sessions.reduce((sum, { pending }) => sum + pending, 0);
  if (waiting === 0) return null;
  return (
    <span className={styles.count}>
      {waiting > 99 ? '99+' : waiting}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
