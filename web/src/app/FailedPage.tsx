import { useEffect, useState } from 'react';
import { useArrival } from '../page/useArrival.ts';
import { Button } from '../ui/Button.tsx';
import { focusHeading } from '../ui/focusHeading.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { ERROR_SENTENCE } from './ErrorPage.tsx';
import { reloadOnceReachable } from './reloadOnceReachable.ts';

/** §2: shows a page's failure, most often a failed download of its code on a bad network. */
export function FailedPage({ isLost }: { isLost: boolean }) {
  const [isRequested, setIsRequested] = useState(false);
  const arrival = useArrival();
  useEffect(() => {
    // On the first page of a visit the browser's focus stays, as on any page.
    if (arrival !== 'loaded') focusHeading();
  }, [arrival]);
  useEffect(() => (isLost || isRequested ? reloadOnceReachable(isRequested) : undefined), [isLost, isRequested]);
  return (
    // A browser may remember a failed import for the lifetime of the document: only a reload is sure to retry it.
    <Message
      icon={<AlertIcon />}
      action={
        <Button busy={isRequested} onClick={() => setIsRequested(true)}>
          Try again
        </Button>
      }
    >
      <h1>{ERROR_SENTENCE}</h1>
      <p role="status">{isRequested && 'Waiting for the connection…'}</p>
    </Message>
  );
}
