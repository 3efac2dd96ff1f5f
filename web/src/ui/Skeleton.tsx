import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The expected number of lines. */
  lines?: number;
  /** The CSS height of each line, if taller than text. */
  height?: string;
}

/** A placeholder for loading content, announced once as "Loading". */
export function Skeleton({ lines = 1, height }: SkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <div key={line} className={height ? styles.block : styles.line} style={height ? { height } : undefined} />
      ))}
    </div>
  );
}
