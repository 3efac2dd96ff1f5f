import type { ContentItem } from '@companion/contract/content';
import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/** What this person is writing, or has sent before, about an item; it survives a reload and a look at another page. */
export function useCommentDraft({ campaignId, id, comment: sent }: ContentItem) {
  const key = useDraftKey(['comment', campaignId, id].join(':'));
  const [typed, setTyped] = useState(() => text(readDraft(key)));
  const [isRestored, setIsRestored] = useState(typed !== undefined);
  const onRecord = sent ?? '';
  return {
    comment: typed ?? onRecord,
    isRestored,
    setComment: (changed: string) => {
      setTyped(changed);
      if (changed === onRecord) dropDraft(key);
      else writeDraft(key, changed);
    },
    dropComment: () => dropDraft(key),
    discard: () => {
      setTyped(undefined);
      setIsRestored(false);
      dropDraft(key);
    },
  };
}

const text = (draft: unknown): string | undefined => (typeof draft === 'string' ? draft : undefined);
