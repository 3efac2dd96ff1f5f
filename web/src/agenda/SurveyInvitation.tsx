import { Link } from 'react-router';
import { buttonClass } from '../ui/buttonClass.ts';
import { Card } from '../ui/Card.tsx';
import { PollIcon } from '../ui/icons.tsx';
import styles from './SurveyInvitation.module.css';

export interface SurveyInvitationProps {
  title: string;
  text: string;
  to: string;
}

/** An invitation to questions that the attendee has not answered (decision 035). */
export function SurveyInvitation({ title, text, to }: SurveyInvitationProps) {
  return (
    <Card as="article" className={styles.invitation}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <PollIcon />
        </span>
        <h2>{title}</h2>
      </div>
      <p className={styles.text}>{text}</p>
      <Link to={to} className={`${buttonClass('secondary')} ${styles.action}`}>
        Answer the questions
      </Link>
    </Card>
  );
}
