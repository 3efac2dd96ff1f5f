import { AlertIcon } from '@companion/web/ui/icons.tsx';
import type { StaffFailure } from '../api/StaffFailure.ts';
import styles from './FormFailure.module.css';

/** Why what was sent was refused, where it is not about one field. The live region stays, so that it is announced. */
export const FormFailure = ({ failure }: { failure: StaffFailure | undefined }) => (
  <div role="alert">
    {failure && Object.keys(failure.errors).length === 0 && (
      <p className={styles.failure}>
        <AlertIcon />
        <span>
          {failure.message}
          {failure.traceId && <small className={styles.trace}>Trace id {failure.traceId}</small>}
        </span>
      </p>
    )}
  </div>
);
