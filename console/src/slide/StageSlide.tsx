import type { Stage } from '@companion/contract/staff/stage';
import type { CSSProperties } from 'react';
import { BetweenSlide } from './BetweenSlide.tsx';
import { BoardSlide } from './BoardSlide.tsx';
import { PollSlide } from './PollSlide.tsx';
import styles from './StageSlide.module.css';

/**
 * What the hall sees, made of the state of the stage alone. It fills the element around it, whose size it needs to be
 * given, and its texts grow and shrink with that: the same on a projector and as a small preview (decision 058).
 */
export const StageSlide = ({ stage }: { stage: Stage }) => (
  <div className={styles.slide}>
    <div
      className={`${styles.content} ${stage.eventColor ? styles.colored : ''}`}
      style={{ '--event-color': stage.eventColor ?? undefined } as CSSProperties}
    >
      <Shown stage={stage} />
    </div>
  </div>
);

function Shown({ stage }: { stage: Stage }) {
  if (stage.board) return <BoardSlide board={stage.board} stage={stage} />;
  if (!stage.poll) return <BetweenSlide stage={stage} />;
  // Another poll begins anew.
  return <PollSlide key={`${stage.poll.campaignId} ${stage.poll.id}`} poll={stage.poll} stage={stage} />;
}
