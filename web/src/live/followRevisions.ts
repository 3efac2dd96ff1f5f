import type { ReadableLiveState } from '@companion/contract/live';

/** The phones of a full hall read a changed list within this time, each at a random moment. */
export const SPREAD_MS = 1500;
/** A list of which nothing was opened or closed waits for longer: 5,000 phones send some 400 requests a second. */
export const UNHURRIED_SPREAD_MS = 12_000;

export type Revisions = Pick<ReadableLiveState, 'questions' | 'agenda' | 'event'>;
type Topic = keyof Revisions;
/** What a frame may bring to its new revision. */
type BroughtTopic = Exclude<Topic, 'event'>;

interface Lists {
  /** Reads the list of a topic, or the event. */
  refetch: (topic: Topic) => void;
  /** Makes the list of a topic current without reading it. @returns whether that was possible */
  bring?: (topic: BroughtTopic, from: number) => boolean;
}

/** Reads a list, or the event, again when its revision is newer than what is on the phone. */
export function followRevisions({ refetch, bring }: Lists, random: () => number = Math.random) {
  const known: Partial<Record<Topic, number>> = {};
  const planned = new Map<Topic, ReturnType<typeof setTimeout>>();

  const plan = (topic: Topic, spreadMs = SPREAD_MS) => {
    if (planned.has(topic)) return;
    const read = () => {
      planned.delete(topic);
      refetch(topic);
    };
    planned.set(topic, setTimeout(read, random() * spreadMs));
  };
  return {
    /**
     * @param update the first revision is that of the list which the app read as it started
     * @returns the lists that were brought to their new revision
     */
    follow: (update: Partial<Revisions>): Topic[] =>
      (['questions', 'agenda', 'event'] as const).filter((topic) => {
        const revision = update[topic]?.revision;
        const from = known[topic] ?? Number.POSITIVE_INFINITY;
        if (revision === undefined) return false;
        known[topic] = Math.max(revision, known[topic] ?? 0);
        if (revision <= from) return false;
        if (topic !== 'event' && bring?.(topic, from)) return true;
        plan(topic, isHurried(topic, update) ? SPREAD_MS : UNHURRIED_SPREAD_MS);
        return false;
      }),
    plan,
    stop: () => {
      for (const timer of planned.values()) clearTimeout(timer);
      planned.clear();
    },
  };
}

/** Whether a poll was opened or closed. A node of an earlier version does not say. */
const isHurried = (topic: Topic, { questions }: Partial<Revisions>): boolean =>
  topic === 'questions' && questions?.changed?.polls.length !== 0;
