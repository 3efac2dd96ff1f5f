import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** How many lines of text are expected. */
  lines?: number;
  /** CSS height of each line, where something taller is expected. */
  height?: string;
}

/** Holds the place of what is loading and says so once. */
export function Skeleton({ lines = 1, height }: SkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <div key={line} className={height ? styles.block : styles.line} style={height ? { height } : undefined} />
      ))}
    </div>
  );
}
