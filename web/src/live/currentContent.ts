import { type ContentItem, ownPart } from '@companion/contract/content';
import type { ReadableChangedContent } from '@companion/contract/live';

/**
 * The list of content with what has changed of it (decision 063). What is the attendee's own stays.
 * @param gone items as they were when they were removed, by id
 */
export function currentContent(
  list: ContentItem[],
  { removed, items }: ReadableChangedContent,
  gone: ReadonlyMap<string, ContentItem>,
): ContentItem[] {
  const own = new Map([...gone, ...list.map((item) => [item.id, item] as const)]);
  const replaced = new Set([...removed, ...items.map(({ id }) => id)]);
  const current = list.filter(({ id }) => !replaced.has(id));
  for (const { after, isBack: _, ...item } of items) {
    const place = after === null ? 0 : current.findIndex(({ id }) => id === after) + 1;
    current.splice(place, 0, { ...item, ...ownPart(own.get(item.id) ?? {}) });
  }
  return current;
}
