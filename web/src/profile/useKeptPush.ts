import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppState } from '../api/api.ts';
import { loadLate } from '../page/loadLate.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isPushOn } from './pushFlag.ts';

/** Keeps the push to this browser, where the signed-in attendee has turned it on. */
export function useKeptPush(): void {
  const store = useStore<AppState>();
  const accountId = useAppSelector(({ session }) => session.profile?.id);
  useEffect(() => {
    if (accountId === undefined || !isPushOn(accountId)) return;
    loadLate(() => import('./keepPush.ts'))
      .then(({ keepPush }) => keepPush(store, accountId))
      .catch(() => {});
  }, [accountId, store]);
}
