import type { ContentItem } from '@companion/contract/content';
import { formatDuration, isSameDay } from '../formatTime.ts';
import { MINUTE_MS } from '../time.ts';
import type { TimedEntry } from './agendaTiming.ts';
import { sessionLinkId } from './contentItems.ts';

type Entry = TimedEntry<ContentItem>;

/** A shorter pause is the way to the next room. */
const MIN_FREE_MS = 15 * MINUTE_MS;

/** What to know about a saved session. */
export interface SavedNote {
  overlaps: string | false;
  free: string | false;
}

/**
 * What to know about saved sessions: which of them overlap, and how long one is free before each of them on its day.
 * @param entries in the order of their start
 */
export function notesOnSaved(entries: readonly Entry[]): Map<string, SavedNote> {
  const notes = new Map<string, SavedNote>();
  for (const [index, entry] of entries.entries()) {
    const overlapping = entries.filter((other) => other !== entry && overlap(entry, other));
    // Of those that begin together the first says it.
    const isFirst = entries[index - 1]?.start !== entry.start;
    const before = entries.filter(({ start }) => start < entry.start && isSameDay(start, entry.start));
    const free = entry.start - Math.max(...before.map(({ end }) => end));
    notes.set(sessionLinkId(entry.item), {
      overlaps: overlapping.length > 0 && `Overlaps with ${overlapping.map(({ item }) => item.title).join(', ')}`,
      free: isFirst && before.length > 0 && free >= MIN_FREE_MS && `${formatDuration(free)} free before this`,
    });
  }
  return notes;
}

/** One without an end takes its first moment. */
const overlap = (one: Entry, other: Entry): boolean =>
  one.start < Math.max(other.end, other.start + 1) && other.start < Math.max(one.end, one.start + 1);

/** The saved sessions that begin next, together; empty if none is ahead. */
export function nextSaved(entries: readonly Entry[], now: number): Entry[] {
  const ahead = entries.filter(({ item, start }) => item.saved && start > now);
  return ahead.filter(({ start }) => start === ahead[0]?.start);
}
