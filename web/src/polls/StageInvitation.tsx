import { Link } from 'react-router';
import { useGetQuestionsQuery } from '../api/readApi.ts';
import { useLivePoll } from '../live/useLivePoll.ts';
import { paths } from '../paths.ts';
import { selectStage } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { Card } from '../ui/Card.tsx';
import styles from './StageInvitation.module.css';

/** Leads to the poll on stage while it takes answers: who has scanned its code may have had to register first. */
export function StageInvitation() {
  const stage = useAppSelector(selectStage);
  const { campaignId = '', questionId = '' } = stage ?? {};
  const { isClosed } = useLivePoll({ campaignId, id: questionId });
  const { data: questions = [] } = useGetQuestionsQuery(undefined, { skip: !stage });
  const question = questions.find((one) => one.id === questionId && one.campaignId === campaignId);
  if (!question || isClosed || question.answered) return null;
  return (
    <Card as="section" className={styles.invitation} aria-labelledby="on-stage">
      <h2 id="on-stage" className={styles.label}>
        On stage now
      </h2>
      <p className={styles.question}>{question.question}</p>
      <Link to={paths.question(campaignId, questionId)} className={buttonClass()}>
        Answer
      </Link>
    </Card>
  );
}
