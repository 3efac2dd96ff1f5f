import type { LiveState } from '@companion/contract/live';

/** The phones of a full hall read a changed list within this time, each at a random moment. */
export const SPREAD_MS = 1500;

export type Revisions = Pick<LiveState, 'questions' | 'agenda'>;
type Topic = keyof Revisions;

/**
 * Reads a list again when its revision is newer than that of the list on the phone.
 * @param refetch reads the list of a topic
 */
export function followRevisions(refetch: (topic: Topic) => void, random: () => number = Math.random) {
  const known: Partial<Record<Topic, number>> = {};
  const planned = new Map<Topic, ReturnType<typeof setTimeout>>();

  const plan = (topic: Topic) => {
    if (planned.has(topic)) return;
    const read = () => {
      planned.delete(topic);
      refetch(topic);
    };
    planned.set(topic, setTimeout(read, random() * SPREAD_MS));
  };
  return {
    /** @param update the first revision is that of the list which the app read as it started */
    follow: (update: Partial<Revisions>) => {
      for (const topic of ['questions', 'agenda'] as const) {
        const revision = update[topic]?.revision;
        if (revision === undefined) continue;
        if (revision > (known[topic] ?? Number.POSITIVE_INFINITY)) plan(topic);
        known[topic] = Math.max(revision, known[topic] ?? 0);
      }
    },
    plan,
    stop: () => {
      for (const timer of planned.values()) clearTimeout(timer);
      planned.clear();
    },
  };
}
