import { WaitingIcon } from '../ui/icons.tsx';
import styles from './WaitingToSend.module.css';

export interface WaitingToSendProps {
  isWaiting: boolean;
  /** What waits, as a sentence. */
  children: string;
  className?: string | undefined;
}

/**
 * Shows where something was made that it has not reached the server. The region is always in the page, so that screen
 * readers announce a change.
 */
export const WaitingToSend = ({ isWaiting, children, className = '' }: WaitingToSendProps) => (
  <div role="status" className={className}>
    {isWaiting && (
      <p className={styles.waiting}>
        <WaitingIcon />
        {children}
      </p>
    )}
  </div>
);
