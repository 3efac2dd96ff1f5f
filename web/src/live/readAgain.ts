import type { ContentItem } from '@companion/contract/content';
import { type AppStore, api } from '../api/api.ts';
import { eventApi } from '../api/eventApi.ts';
import { readApi } from '../api/readApi.ts';
import { keptEvent } from '../session/keptEvent.ts';
import type { Revisions } from './followRevisions.ts';

/** What the lists of a topic are tagged with. */
const TAGS = { questions: 'Questions', agenda: 'Content' } as const;

/** Reads again what a revision is about. */
export function readAgain(store: AppStore, topic: keyof Revisions): void {
  if (topic === 'event') void readEventAgain(store);
  else store.dispatch(api.util.invalidateTags([TAGS[topic]]));
}

/** The zone, names and texts of the event. Every screen is subscribed to them. */
async function readEventAgain(store: AppStore): Promise<void> {
  const { timeZone } = keptEvent();
  await store.dispatch(eventApi.endpoints.getEvent.initiate(undefined, { forceRefetch: true, subscribe: false }));
  if (keptEvent().timeZone === timeZone) return;
  // Screens keep what they have made of an item, with its times, as long as the item is the same.
  const copy = (item: ContentItem) => ({ ...item });
  store.dispatch(readApi.util.updateQueryData('getContent', undefined, (list) => list.map(copy)));
}
