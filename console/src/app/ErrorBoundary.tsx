import { Button } from '@companion/web/ui/Button.tsx';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Component, type ReactNode } from 'react';

/** Shows that a screen has failed, such as because its code could not be loaded after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Message
        icon={<AlertIcon />}
        action={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
      >
        <h1>This screen could not be shown.</h1>
      </Message>
    );
  }
}
