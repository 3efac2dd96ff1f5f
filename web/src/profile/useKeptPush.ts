import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppState } from '../api/api.ts';
import { loadLate } from '../page/loadLate.ts';
import { selectUsableAccountId } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isPushOn, readPushFlag } from './pushFlag.ts';

/** Keeps the push to this browser while the attendee who has turned it on is signed in, and only then. */
export function useKeptPush(): void {
  const store = useStore<AppState>();
  const accountId = useAppSelector(selectUsableAccountId);
  useEffect(() => {
    if (readPushFlag() === null) return;
    loadLate(() => import('./keepPush.ts'))
      .then(({ keepPush, suspendPush }) =>
        accountId !== undefined && isPushOn(accountId) ? keepPush(store, accountId) : suspendPush(),
      )
      .catch(() => {});
  }, [accountId, store]);
}
