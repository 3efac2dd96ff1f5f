import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { ERROR_SENTENCE } from './ErrorPage.tsx';

/** §2: a page that failed, most often because its code did not come through a bad network. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      // A browser may remember a failed import for as long as the document lives: only a reload surely asks again.
      <Message icon={<AlertIcon />} action={<Button onClick={() => window.location.reload()}>Try again</Button>}>
        <h1>{ERROR_SENTENCE}</h1>
      </Message>
    );
  }
}
