import { reachability } from '../api/server.ts';
import { Button } from '../ui/Button.tsx';
import { useFocusKept } from './useFocusKept.ts';

export interface TryAgainProps {
  /** The failed query, as its hook returns it. */
  query: { isFetching: boolean; refetch: () => unknown };
}

/**
 * Repeats a failed query. Show it while the query has an `error` and no data: it stays, busy, until the answer arrives,
 * so that the focus is not lost. When the answer replaces it, the focus moves to the page's heading.
 */
export function TryAgain({ query: { isFetching, refetch } }: TryAgainProps) {
  const tryAgain = () => {
    reachability.checkIfLost();
    refetch();
  };
  const button = useFocusKept<HTMLButtonElement>();
  return (
    <Button ref={button} busy={isFetching} disabled={isFetching} onClick={tryAgain}>
      Try again
    </Button>
  );
}
