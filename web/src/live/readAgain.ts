import { type AppStore, api } from '../api/api.ts';
import { eventApi } from '../api/eventApi.ts';
import type { Revisions } from './followRevisions.ts';

/** What the lists of a topic are tagged with. */
const TAGS = { questions: 'Questions', agenda: 'Content' } as const;

/** Reads again what a revision is about. Every screen is subscribed to the zone, names and texts of the event. */
export function readAgain(store: AppStore, topic: keyof Revisions): void {
  if (topic === 'event')
    void store.dispatch(eventApi.endpoints.getEvent.initiate(undefined, { forceRefetch: true, subscribe: false }));
  else store.dispatch(api.util.invalidateTags([TAGS[topic]]));
}
