import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The expected number of lines. */
  lines?: number;
  /** What each line stands for: text, a control or a logo. A class, since prerendered pages have no style attributes. */
  shape?: 'line' | 'control' | 'logo';
}

/** A placeholder for loading content, announced once as "Loading". */
export function Skeleton({ lines = 1, shape = 'line' }: SkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <div key={line} className={styles[shape]} />
      ))}
    </div>
  );
}
