/** The times of an item in ISO 8601; null if it has none. */
export interface Timed {
  startDate: string | null;
  endDate: string | null;
}

/** §4. `next` is the item labelled *Next Event*: there is one only while none is current. */
export type Timing = 'current' | 'next' | 'upcoming' | 'past';

export interface TimedEntry<Item> {
  item: Item;
  timing: Timing;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
}

export interface AgendaTiming<Item> {
  /** Sorted by start; items that start together keep their order. Items without a start are left out. */
  entries: TimedEntry<Item>[];
  /** The dashboard's first card: the current item that started last, else the next one (decision 027). */
  featured: TimedEntry<Item> | undefined;
  /** The other current items, which the dashboard shows below the first card, latest start first. */
  alsoCurrent: TimedEntry<Item>[];
  /** The dashboard's last card: the item that starts next after the featured one. */
  following: TimedEntry<Item> | undefined;
  /** When any of this changes next; undefined if nothing will. */
  changesAt: number | undefined;
}

/**
 * The agenda's state at `now` (milliseconds since 1970). An item is current from its start until just before its end,
 * so that of two consecutive items only one is current.
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
  let hasNext = anyCurrent;
  const entries = spans.map((span): TimedEntry<Item> => {
    if (isCurrent(span)) return { ...span, timing: 'current' };
    if (span.start <= now) return { ...span, timing: 'past' };
    if (hasNext) return { ...span, timing: 'upcoming' };
    hasNext = true;
    return { ...span, timing: 'next' };
  });

  const current = entries.filter(({ timing }) => timing === 'current');
  const upcoming = entries.filter(({ start }) => start > now);
  // The first of those that started last: entries that start together keep their order.
  const featured = current.find(({ start }) => start === current.at(-1)?.start) ?? upcoming[0];
  const alsoCurrent = current.filter((entry) => entry !== featured).sort((one, other) => other.start - one.start);
  const changes = entries.flatMap(({ start, end }) => [start, end]).filter((instant) => instant > now);
  return {
    entries,
    featured,
    alsoCurrent,
    following: upcoming.find((entry) => entry !== featured),
    changesAt: changes.length > 0 ? Math.min(...changes) : undefined,
  };
}
