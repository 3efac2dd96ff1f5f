import { useEffect, useRef, useState } from 'react';
import { selectAsks } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { followAsks } from './followAsks.ts';

/**
 * Keeps the questions from the hall to a session up to date while a page shows them.
 * @param query their query, as its hook returns it
 */
export function useLiveAsks(contentId: string, query: { isFetching: boolean; refetch: () => unknown }): void {
  const announced = useAppSelector((state) => selectAsks(state).find((one) => one.contentId === contentId));
  const { refetch, isFetching } = query;
  const newest = useRef(refetch);
  const [{ follow, stop }] = useState(() => followAsks(() => void newest.current(), announced));
  useEffect(() => {
    newest.current = refetch;
    follow(announced, isFetching);
  }, [announced, isFetching, refetch, follow]);
  useEffect(() => stop, [stop]);
}
