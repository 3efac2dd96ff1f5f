import { randomKey } from '@companion/client/api/idempotencyKeys';
import type { ContentItem } from '@companion/contract/content';
import { useState } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '../api/api.ts';
import { savedIntent } from '../device/pendingWrite.ts';
import { isJournaled, replaceJournaled } from '../session/localStorageJournal.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { afterPaint } from './afterPaint.ts';
import { loadLate } from './loadLate.ts';

/**
 * Whether the attendee has saved a session, and what a tap does. The button shows the tap at once, by itself; the list,
 * which may be long, follows. The code that sends is no part of the first screen.
 */
export function useSaved(item: ContentItem): [isSaved: boolean, toggle: () => void] {
  const { campaignId, id: contentId, saved } = item;
  const store = useStore() as AppStore;
  const [tapped, setTapped] = useState<boolean>();
  const isSaved = tapped ?? saved === true;
  const toggle = async () => {
    const wanted = !isSaved;
    setTapped(wanted);
    const argument = { campaignId, contentId, saved: wanted };
    const write = {
      accountId: sessionState(store).session.profile?.id ?? '',
      call: 'saveSession',
      argument,
      idempotencyKey: randomKey(),
      replaces: savedIntent(argument),
      label: item.title,
      madeAt: Date.now(),
      state: 'waiting' as const,
    };
    // The attendee may leave the page before the code below has loaded.
    const isStored = replaceJournaled(write);
    const [{ queuedApi }] = await Promise.all([loadLate(() => import('../queue/queuedEndpoints.ts')), painted()]);
    // A later tap has replaced it, or another tab has moved it into the database: it must not come after those.
    if (!isStored || isJournaled(write.idempotencyKey)) {
      store.dispatch(queuedApi.endpoints.saveSession.initiate({ ...argument, journaled: write }, { track: false }));
    }
    // From here on the write is laid over the list. A later tap still shows.
    setTapped((now) => (now === wanted ? undefined : now));
  };
  return [isSaved, toggle];
}

const painted = () => new Promise<void>(afterPaint);
