import { useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { focusHeading } from './focusHeading.ts';

export interface TryAgainProps {
  /** The query that has failed, as its hook returns it. */
  query: { isFetching: boolean; refetch: () => unknown };
}

/**
 * Fetches again what could not be loaded. Show it while the query has an `error` and no data: it stays, busy, until the
 * answer is there, so that the focus is not lost. Where the answer takes its place, the focus goes to the page's heading.
 */
export function TryAgain({ query: { isFetching, refetch } }: TryAgainProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      // What takes its place is there once React has finished this update.
      if (document.activeElement === element) queueMicrotask(focusPage);
    };
  }, []);
  return (
    <Button ref={button} busy={isFetching} disabled={isFetching} onClick={refetch}>
      Try again
    </Button>
  );
}

function focusPage(): void {
  const main = document.querySelector('main');
  // Something else may have taken the focus: another page, or a field.
  if (main && document.activeElement === document.body) focusHeading(main);
}
