import { formatDuration } from '../formatTime.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** How much of a session that is on has passed. */
export const SessionProgress = ({ start, end, now }: { start: number; end: number; now: number }) => (
  <ProgressBar
    label="Progress of the session"
    value={(100 * (now - start)) / (end - start)}
    valueText={timeLeft(end, now)}
  />
);

export const timeLeft = (end: number, now: number): string => `${formatDuration(end - now)} left`;
