import type { ContentItem } from '@companion/contract/content';
import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/** What this person is writing, or has sent before, about an item; it survives a reload and a look at another page. */
export function useCommentDraft({ campaignId, id, comment: sent }: ContentItem) {
  const key = useDraftKey(['comment', campaignId, id].join(':'));
  const [typed, setTyped] = useState(() => text(readDraft(key)));
  return {
    comment: typed ?? sent ?? '',
    setComment: (changed: string) => {
      setTyped(changed);
      writeDraft(key, changed);
    },
    dropComment: () => dropDraft(key),
  };
}

const text = (draft: unknown): string | undefined => (typeof draft === 'string' ? draft : undefined);
