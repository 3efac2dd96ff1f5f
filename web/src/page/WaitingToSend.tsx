import { WaitingIcon } from '../ui/icons.tsx';
import waiting from '../ui/Waiting.module.css';
import styles from './WaitingToSend.module.css';

export interface WaitingToSendProps {
  isWaiting: boolean;
  /** What waits, as a sentence. */
  children: string;
  className?: string | undefined;
  /** Has its place also while nothing waits, so that it moves nothing when it comes and goes. */
  hasPlace?: boolean;
}

/**
 * Shows where something was made that it has not reached the server. The region is always in the page, so that screen
 * readers announce a change.
 */
export const WaitingToSend = ({ isWaiting, children, className = '', hasPlace }: WaitingToSendProps) => (
  <div
    role="status"
    className={hasPlace ? `${styles.place} ${className}` : className}
    // A copy that is not seen takes the room of the text, however large that is.
    data-text={hasPlace && children}
  >
    {isWaiting && (
      <p className={waiting.line}>
        <WaitingIcon />
        {children}
      </p>
    )}
  </div>
);
