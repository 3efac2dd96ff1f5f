import { Button } from '@companion/web/ui/Button.tsx';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useEffect } from 'react';
import { reachability } from '../api/reachability.ts';

/** If the code is missing again after a reload, the network is not the cause, and the next reload waits this long. */
const PAUSE_MS = 30_000;
const RELOADED_KEY = 'reloaded-at';

/** Shows that a screen has failed, such as because its code could not be loaded after an update. */
export function FailedScreen({ isLost }: { isLost: boolean }) {
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

/** Loads the page again as soon as the server answers: no one may be at a stage screen. Returns a function that stops it. */
function reloadOnceAnswered(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = () => {
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    window.location.reload();
  };
  reachability.failed();
  const stopWatching = reachability.onReachable(() => {
    clearTimeout(timer);
    const pause = Number(sessionStorage.getItem(RELOADED_KEY)) + PAUSE_MS - Date.now();
    timer = setTimeout(reload, Math.max(0, pause));
  });
  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}
