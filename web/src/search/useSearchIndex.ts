import type { ContentItem } from '@companion/contract/content';
import { useEffect, useState } from 'react';
import { plainText } from './plainText.ts';
import { searchDocuments } from './searchDocuments.ts';
import { buildSearchIndex, type SearchIndex } from './searchIndex.ts';

/** A page that is opened again finds the index as long as the list is the same. */
const indexes = new WeakMap<readonly ContentItem[], SearchIndex>();

/** The index of the content list, undefined until it is there. After a change the last one stays until the next is ready. */
export function useSearchIndex(content: readonly ContentItem[] | undefined): SearchIndex | undefined {
  const [index, setIndex] = useState(() => content && indexes.get(content));
  useEffect(() => {
    if (!content) return;
    let isCurrent = true;
    const show = (built: SearchIndex) => {
      indexes.set(content, built);
      if (isCurrent) setIndex(built);
    };
    const known = indexes.get(content);
    if (known) show(known);
    else void buildSearchIndex(searchDocuments(content), plainText).then(show);
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return index;
}
