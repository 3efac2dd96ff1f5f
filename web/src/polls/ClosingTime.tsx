import { WaitingIcon } from '../ui/icons.tsx';
import waiting from '../ui/Waiting.module.css';

/** When a poll with a countdown closes. Not announced each second. */
export function ClosingTime({ secondsLeft }: { secondsLeft: number }) {
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), String(secondsLeft % 60).padStart(2, '0')];
  return (
    <span role="timer" className={waiting.line}>
      <WaitingIcon />
      Closes in {minutes}:{seconds}
    </span>
  );
}
