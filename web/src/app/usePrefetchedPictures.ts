import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import { isSpeaker } from '../agenda/contentItems.ts';
import { contentApi } from '../api/contentApi.ts';
import { eventFile } from '../api/eventApi.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/**
 * Lets the service worker store the pictures of speakers and sponsors, so that the lists show them without a network:
 * one at a time, when the browser is idle, and not in data-saving mode.
 */
export function usePrefetchedPictures(): void {
  const isSignedIn = useAppSelector(selectProfile) !== undefined;
  // The list that is there for all screens (subscribeToLists.ts). Fetching it again would show a failure twice.
  const { data = [] } = contentApi.endpoints.getContent.useQueryState(isSignedIn ? undefined : skipToken);
  const addresses = data.flatMap(pictureOf).join(' ');

  useEffect(() => {
    if (!addresses) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    workerInControl().then(() => {
      if (!isOver) stop = prefetchWhenIdle(addresses.split(' ').map(fetchPicture));
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [addresses]);
}

function pictureOf(item: ContentItem): string[] {
  if (!item.slug) return [];
  if (isSpeaker(item)) return [eventFile(EVENT_FILES.speaker(item.slug))];
  return item.category === 'Sponsor' ? [eventFile(EVENT_FILES.sponsor(item.slug))] : [];
}

/** Never resolves without a service worker, which would store nothing. */
const workerInControl = () =>
  new Promise<void>((resolve) => {
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (container?.controller) resolve();
    else container?.addEventListener('controllerchange', () => resolve(), { once: true });
  });

const fetchPicture = (address: string) => async () => {
  const isOwn = new URL(address, window.location.href).origin === window.location.origin;
  if (isOwn && !(await caches.match(address))) await fetch(address, { priority: 'low' });
};
