import type { Question } from '@companion/contract/question';
import { useId } from 'react';
import { Link } from 'react-router';
import { useLivePoll } from '../live/useLivePoll.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { Card } from '../ui/Card.tsx';
import { ClosingTime } from './ClosingTime.tsx';
import styles from './LivePollCard.module.css';

/** The poll on stage, above what can wait. Nothing once it is closed. */
export function LivePollCard({ question }: { question: Question }) {
  const heading = useId();
  const { isClosed, secondsLeft } = useLivePoll(question);
  if (isClosed) return null;
  return (
    <Card as="article" aria-labelledby={heading} className={styles.live}>
      <p className={styles.label}>
        On stage now
        {secondsLeft !== undefined && <ClosingTime secondsLeft={secondsLeft} />}
      </p>
      <h2 id={heading} className={styles.question}>
        {question.question}
      </h2>
      <Link to={paths.question(question.campaignId, question.id)} className={`${buttonClass()} ${styles.action}`}>
        Answer
      </Link>
    </Card>
  );
}
