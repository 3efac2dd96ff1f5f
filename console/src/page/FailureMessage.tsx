import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './FailureMessage.module.css';

/** In place of a list or an item that could not be read. */
export function FailureMessage({ failure, retry }: { failure: StaffFailure; retry: () => void }) {
  return (
    <Message
      icon={<AlertIcon />}
      action={
        <ActionButton variant="secondary" onPress={retry}>
          Try again
        </ActionButton>
      }
    >
      <p role="alert">{failure.message}</p>
      {failure.traceId && <p className={styles.trace}>Trace id {failure.traceId}</p>}
    </Message>
  );
}
