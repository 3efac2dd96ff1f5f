import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** What it is the progress of. */
  label: string;
  /** Per cent, 0 to 100. */
  value?: number;
  /** What the value means in words ("2 of 5"), where per cent says little. */
  valueText?: string;
  /** Milliseconds in which it fills by itself, where there is no value. */
  duration?: number;
}

/** A bar in the colour of the text around it. */
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
