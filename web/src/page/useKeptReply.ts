import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '../api/api.ts';
import { keepReply } from '../api/keepReply.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** Keeps what a call answers on the phone while the screen shows it, and shows what is kept until it answers. */
export function useKeptReply(
  name: 'getAudienceQuestions' | 'getOwnAudienceQuestions' | 'getRemovedContent',
  contentId?: string,
): void {
  const store = useStore<ReturnType<AppStore['getState']>>();
  const accountId = useAppSelector(selectProfile)?.id;
  useEffect(() => {
    if (accountId === undefined) return;
    return keepReply(store, accountId, name, contentId === undefined ? undefined : { contentId }).stop;
  }, [store, accountId, name, contentId]);
}
