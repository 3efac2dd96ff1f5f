import { type ContentItem, ownPart } from '@companion/contract/content';
import type { ReadableChangedContent } from '@companion/contract/live';

/** The list of content with what has changed of it (decision 063). What is the attendee's own stays. */
export function currentContent(list: ContentItem[], { removed, items }: ReadableChangedContent): ContentItem[] {
  const own = new Map(list.map((item) => [item.id, item]));
  const replaced = new Set([...removed, ...items.map(({ id }) => id)]);
  const current = list.filter(({ id }) => !replaced.has(id));
  for (const { after, ...item } of items) {
    const place = after === null ? 0 : current.findIndex(({ id }) => id === after) + 1;
    current.splice(place, 0, { ...item, ...ownPart(own.get(item.id) ?? {}) });
  }
  return current;
}
