import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import type { ReactNode } from 'react';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './Loaded.module.css';

export interface LoadedProps<Data> {
  query: { data: Data | undefined; failure: StaffFailure | undefined; refetch(): void };
  /** The expected number of lines, for the placeholder. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** What a query has answered: a placeholder before, the failure if there is nothing older to show. */
export function Loaded<Data>({ query, lines = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.failure) return <FailureMessage failure={query.failure} retry={query.refetch} />;
  return <Skeleton lines={lines} />;
}

/** In place of a list or an item that could not be read. */
export const FailureMessage = ({ failure, retry }: { failure: StaffFailure; retry: () => void }) => (
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
