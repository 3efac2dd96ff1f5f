/** What the timing of an item needs of it: instants in ISO 8601, null for what has no time. */
export interface Timed {
  startDate: string | null;
  endDate: string | null;
}

/** §4. `next` is the item that carries the label *Next Event*: there is one only while nothing is current. */
export type Timing = 'current' | 'next' | 'upcoming' | 'past';

export interface TimedEntry<Item> {
  item: Item;
  timing: Timing;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
}

export interface AgendaTiming<Item> {
  /** Sorted by start; items that start together stay in the order given. Items without a start are left out. */
  entries: TimedEntry<Item>[];
  /** The dashboard's first card: the current item that began last, else the next one (decision 027). */
  featured: TimedEntry<Item> | undefined;
  /** What else is current: the dashboard shows it below, again the last to begin first. */
  alsoCurrent: TimedEntry<Item>[];
  /** The dashboard's last card: the next to begin after that. */
  following: TimedEntry<Item> | undefined;
  /** When any of this changes next; undefined when it never will. */
  changesAt: number | undefined;
}

/**
 * Everything a screen says about what is on at `now` (milliseconds since 1970).
 * An item is current from its start until just before its end, so that of two back to back only one is.
 */
export function agendaTiming<Item extends Timed>(items: readonly Item[], now: number): AgendaTiming<Item> {
  const spans = items.flatMap((item) => {
    const start = Date.parse(item.startDate ?? '');
    if (Number.isNaN(start)) return [];
    const end = Date.parse(item.endDate ?? '');
    return [{ item, start, end: Number.isNaN(end) ? start : end }];
  });
  spans.sort((one, other) => one.start - other.start);

  const isCurrent = ({ start, end }: { start: number; end: number }) => start <= now && now < end;
  const anyCurrent = spans.some(isCurrent);
  let nextIsTaken = anyCurrent;
  const entries = spans.map((span): TimedEntry<Item> => {
    if (isCurrent(span)) return { ...span, timing: 'current' };
    if (span.start <= now) return { ...span, timing: 'past' };
    if (nextIsTaken) return { ...span, timing: 'upcoming' };
    nextIsTaken = true;
    return { ...span, timing: 'next' };
  });

  const current = entries.filter(({ timing }) => timing === 'current');
  const toCome = entries.filter(({ start }) => start > now);
  // Of those that began last, the first: entries that start together keep their order.
  const featured = current.find(({ start }) => start === current.at(-1)?.start) ?? toCome[0];
  const alsoCurrent = current.filter((entry) => entry !== featured).sort((one, other) => other.start - one.start);
  const changes = entries.flatMap(({ start, end }) => [start, end]).filter((instant) => instant > now);
  return {
    entries,
    featured,
    alsoCurrent,
    following: toCome.find((entry) => entry !== featured),
    changesAt: changes.length > 0 ? Math.min(...changes) : undefined,
  };
}
