import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { ERROR_SENTENCE } from './ErrorPage.tsx';
import { isLostCode, reloadOnceReachable } from './reloadOnceReachable.ts';

/** §2: a page that failed, most often because its code did not come through a bad network. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <FailedPage isLost={isLostCode(error)} />;
  }
}

function FailedPage({ isLost }: { isLost: boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => (isLost || isAsked ? reloadOnceReachable(isAsked) : undefined), [isLost, isAsked]);
  return (
    // A browser may remember a failed import for as long as the document lives: only a reload surely asks again.
    <Message
      icon={<AlertIcon />}
      action={
        <Button busy={isAsked} onClick={() => setIsAsked(true)}>
          Try again
        </Button>
      }
    >
      <h1>{ERROR_SENTENCE}</h1>
      <p role="status">{isAsked && 'Waiting for the connection…'}</p>
    </Message>
  );
}
