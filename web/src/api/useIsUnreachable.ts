import { isUnanswered } from '@companion/client/network/callFailure';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** Whether a call got no answer, or will get none. A screen then shows the same thing from what it already has. */
export function useIsUnreachable(error: FetchBaseQueryError | SerializedError | undefined): boolean {
  const isOnline = useAppSelector(selectIsOnline);
  return !isOnline || isUnanswered(error);
}
