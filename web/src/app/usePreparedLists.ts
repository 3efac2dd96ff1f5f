import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import { eventFile } from '../api/eventApi.ts';
import { readApi } from '../api/readApi.ts';
import { formatTime } from '../formatTime.ts';
import { eventPicture } from '../page/eventPicture.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { logoWidth, ratioOf } from '../sponsors/logoWidth.ts';
import { FACE } from '../ui/Avatar.tsx';
import type { PictureFile } from '../ui/Picture.tsx';
import { pictureSizes } from '../ui/pictureSizes.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/** A picture, and how wide the lists show it. */
interface Listed {
  picture: PictureFile;
  shownWidth: number;
}

/**
 * Prepares what the lists of sessions, speakers and sponsors show: one thing at a time, when the browser is idle, and
 * not in data-saving mode.
 */
export function usePreparedLists(): void {
  const isSignedIn = useAppSelector(selectProfile) !== undefined;
  // The list that is there for all screens (subscribeToLists.ts). Fetching it again would show a failure twice.
  const { data } = readApi.endpoints.getContent.useQueryState(isSignedIn ? undefined : skipToken);
  useStoredPictures(data);
  useFormattedTimes(data);
}

/**
 * Lets the service worker store the event's zone and names, and the pictures of speakers and sponsors, so that the lists
 * show them without a network. The page may have read them before the worker was there.
 */
function useStoredPictures(content: readonly ContentItem[] = []): void {
  // As text, so that an equal list does not begin again.
  const listed = JSON.stringify(
    content.flatMap((item): Listed[] => {
      const picture = eventPicture(item);
      if (!picture) return [];
      const shownWidth = item.type === 'Speaker' ? FACE.large : logoWidth(ratioOf(picture) ?? 1);
      return [{ picture, shownWidth }];
    }),
  );

  useEffect(() => {
    const pictures: Listed[] = JSON.parse(listed);
    let isOver = false;
    let stop: (() => void) | undefined;
    workerInControl().then(() => {
      if (!isOver) stop = prefetchWhenIdle([storeEventInfo, ...pictures.map((each) => () => prefetch(each))]);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [listed]);
}

/** Formats the times of the agenda: each takes a phone milliseconds, which a tap on the agenda would wait for. */
function useFormattedTimes(content: readonly ContentItem[] | undefined): void {
  useEffect(() => {
    const instants = (content ?? [])
      .flatMap(({ startDate, endDate }) => [startDate, endDate])
      .map((at) => Date.parse(at ?? ''));
    const distinct = [...new Set(instants)].filter((instant) => !Number.isNaN(instant));
    // formatTime.ts keeps them.
    return prefetchWhenIdle(distinct.map((instant) => async () => formatTime(instant)));
  }, [content]);
}

async function storeEventInfo(): Promise<void> {
  const address = eventFile(EVENT_FILES.info);
  if (!(await caches.match(address))) await fetch(address);
}

/** Never resolves without a service worker, which would store nothing. */
const workerInControl = () =>
  new Promise<void>((resolve) => {
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (container?.controller) resolve();
    else container?.addEventListener('controllerchange', () => resolve(), { once: true });
  });

/** Loads the copy that the browser chooses for the lists; a copy that is stored already comes from the worker. */
async function prefetch({ picture: { src, sources }, shownWidth }: Listed): Promise<void> {
  if (new URL(src, window.location.href).origin !== window.location.origin) return;
  if (sources.length === 0 && (await caches.match(src))) return;
  const picture = document.createElement('picture');
  for (const source of sources) {
    picture.append(Object.assign(document.createElement('source'), { ...source, sizes: pictureSizes(shownWidth) }));
  }
  const image = Object.assign(document.createElement('img'), { fetchPriority: 'low' });
  picture.append(image);
  const loaded = new Promise<unknown>((resolve) => {
    image.onload = resolve;
    image.onerror = resolve;
  });
  image.src = src;
  await loaded;
}
