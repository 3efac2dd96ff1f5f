import type { ContentItem } from '@companion/contract/content';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AppStore } from '../api/api.ts';
import { afterPaint } from './afterPaint.ts';
import { loadLate } from './loadLate.ts';

/**
 * Whether the attendee has saved a session, and what a tap does. The button shows the tap at once, by itself; the list,
 * which may be long, follows. The code that sends is no part of the first screen.
 */
export function useSaved({ campaignId, id: contentId, saved }: ContentItem): [isSaved: boolean, toggle: () => void] {
  const dispatch = useDispatch<AppStore['dispatch']>();
  const [tapped, setTapped] = useState<boolean>();
  const isSaved = tapped ?? saved === true;
  const toggle = async () => {
    const wanted = !isSaved;
    setTapped(wanted);
    const [{ queuedApi }] = await Promise.all([loadLate(() => import('../queue/queuedEndpoints.ts')), painted()]);
    dispatch(queuedApi.endpoints.saveSession.initiate({ campaignId, contentId, saved: wanted }, { track: false }));
    // From here on the write is laid over the list. A later tap still shows.
    setTapped((now) => (now === wanted ? undefined : now));
  };
  return [isSaved, toggle];
}

const painted = () => new Promise<void>(afterPaint);
