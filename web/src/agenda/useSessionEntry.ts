import type { ContentItem } from '@companion/contract/content';
import { useMemo } from 'react';
import { agendaTiming, type TimedEntry } from './agendaTiming.ts';
import { isOnAgenda, isSameItem } from './contentItems.ts';
import { useNow } from './useNow.ts';

/** A session as the agenda shows it now; without an entry if it has no time. */
export function useSessionEntry(
  item: ContentItem,
  content: readonly ContentItem[],
): { entry: TimedEntry<ContentItem> | undefined; now: number } {
  const agenda = useMemo(() => withItem(content.filter(isOnAgenda), item), [content, item]);
  const now = useNow((instant) => agendaTiming(agenda, instant).changesAt);
  return { entry: agendaTiming(agenda, now).entries.find((one) => isSameItem(one.item, item)), now };
}

/** Until the list is loaded, the item alone is the agenda. */
const withItem = (agenda: ContentItem[], item: ContentItem): ContentItem[] =>
  agenda.some((one) => isSameItem(one, item)) ? agenda : [...agenda, item];
