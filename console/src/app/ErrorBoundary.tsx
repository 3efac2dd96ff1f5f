import { Button } from '@companion/web/ui/Button.tsx';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { isLostCode } from '@companion/web/ui/isLostCode.ts';
import { Message } from '@companion/web/ui/Message.tsx';
import { Component, type ReactNode, useEffect } from 'react';
import { reloadOnceAnswered } from './reloadOnceAnswered.ts';

/** Shows that a screen has failed, such as because its code could not be loaded after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <FailedScreen isLost={isLostCode(error)} />;
  }
}

function FailedScreen({ isLost }: { isLost: boolean }) {
  useEffect(() => (isLost ? reloadOnceAnswered() : undefined), [isLost]);
  return (
    <Message
      icon={<AlertIcon />}
      action={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
    >
      <h1>This screen could not be shown.</h1>
    </Message>
  );
}
