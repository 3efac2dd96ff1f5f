import type { Stage } from '@companion/contract/staff/stage';
import { BetweenSlide } from './BetweenSlide.tsx';
import { BoardSlide } from './BoardSlide.tsx';
import { PollSlide } from './PollSlide.tsx';
import styles from './StageSlide.module.css';

/**
 * What the hall sees, made of the state of the stage alone. It fills the element around it, whose size it needs to be
 * given, and its texts grow and shrink with that: the same on a projector and as a small preview.
 */
export const StageSlide = ({ stage }: { stage: Stage }) => (
  <div className={styles.slide}>
    <div className={styles.content}>
      <Shown stage={stage} />
    </div>
  </div>
);

function Shown({ stage }: { stage: Stage }) {
  if (stage.board) return <BoardSlide board={stage.board} joinUrl={stage.joinUrl} />;
  return stage.poll ? <PollSlide poll={stage.poll} stage={stage} /> : <BetweenSlide stage={stage} />;
}
