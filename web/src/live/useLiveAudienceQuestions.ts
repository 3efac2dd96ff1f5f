import { useEffect, useRef, useState } from 'react';
import { selectAudienceQuestions } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { followAudienceQuestions } from './followAudienceQuestions.ts';

/**
 * Keeps the questions from the hall to a session up to date while a page shows them.
 * @param query their query, as its hook returns it
 */
export function useLiveAudienceQuestions(
  contentId: string,
  query: { isFetching: boolean; refetch: () => unknown },
): void {
  const announced = useAppSelector((state) =>
    selectAudienceQuestions(state).find((one) => one.contentId === contentId),
  );
  const { refetch, isFetching } = query;
  const newest = useRef(refetch);
  const [{ follow, stop }] = useState(() => followAudienceQuestions(() => void newest.current(), announced));
  useEffect(() => {
    newest.current = refetch;
    follow(announced, isFetching);
  }, [announced, isFetching, refetch, follow]);
  useEffect(() => stop, [stop]);
}
