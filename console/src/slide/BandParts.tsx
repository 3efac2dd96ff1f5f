import { useSecondsLeft } from '../page/useSecondsLeft.ts';
import styles from './BandParts.module.css';
import { shortAddress } from './shortAddress.ts';

/** Where to go without a camera. */
export const Address = ({ url }: { url: string }) => (
  <p className={styles.address}>
    <span className={styles.small}>or open</span> <b>{shortAddress(url)}</b>
  </p>
);

/** A number, and what it counts. */
export const BandNumber = ({ number, label }: { number: number; label: string }) => (
  <p className={styles.number}>
    <b>{number}</b> {label}
  </p>
);

/** The time until the poll closes, for the last row. */
export function Countdown({ closesAt }: { closesAt: string }) {
  const left = useSecondsLeft(closesAt) ?? 0;
  return (
    <p className={styles.countdown} role="timer">
      <span aria-hidden="true">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
      <span className="visually-hidden">{left === 1 ? '1 second left' : `${left} seconds left`}</span>
    </p>
  );
}
