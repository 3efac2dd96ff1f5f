import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** Names what progresses. */
  label: string;
  /** Per cent, 0 to 100. */
  value?: number;
  /** The value in words ("2 of 5"), where per cent is not helpful. */
  valueText?: string;
  /** Without a value, the milliseconds in which the bar fills. */
  duration?: number;
}

/** A progress bar in the colour of the surrounding text. */
export function ProgressBar({ label, value, valueText, duration }: ProgressBarProps) {
  const running = value === undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={running ? undefined : Math.round(value)}
      aria-valuetext={valueText}
      className={styles.track}
    >
      <div
        className={running ? `${styles.fill} ${styles.running}` : styles.fill}
        style={running ? { animationDuration: `${duration}ms` } : { width: `${value}%` }}
      />
    </div>
  );
}
