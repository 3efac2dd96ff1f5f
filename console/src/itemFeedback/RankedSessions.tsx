import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { numberText } from '../page/countText.ts';
import { ShareBar, shareText } from '../page/ShareBar.tsx';
import { placeText } from './itemTexts.ts';
import styles from './RankedSessions.module.css';

interface RankedSessionsProps {
  caption: string;
  sessions: ItemFigures[];
  by: 'votes' | 'comments';
}

/** Sessions in the order of their votes or comments, with a bar for each. */
export function RankedSessions({ caption, sessions, by }: RankedSessionsProps) {
  const countOf = ({ up, down, comments }: ItemFigures) => (by === 'votes' ? up + down : comments);
  const most = Math.max(0, ...sessions.map(countOf));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">{by === 'votes' ? 'Votes' : 'Comments'}</th>
          {by === 'votes' && <th scope="col">Up</th>}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row" className={styles.session}>
              <span className={`written ${styles.title}`}>{session.title}</span>
              <span>{placeText(session)}</span>
              <ShareBar count={countOf(session)} of={most} className={styles.bar} />
            </th>
            <td>{numberText(countOf(session))}</td>
            {by === 'votes' && <td>{shareText(session.up, countOf(session))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
