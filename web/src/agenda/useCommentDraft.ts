import type { ContentItem } from '@companion/contract/content';
import { useCallback, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/**
 * The attendee's comment on an item, as typed or as sent before. The draft survives a reload and a look at another
 * page.
 */
export function useCommentDraft({ campaignId, id, comment: sent }: ContentItem) {
  const key = useDraftKey(['comment', campaignId, id].join(':'));
  const [typed, setTyped] = useState(() => text(readDraft(key)));
  const [isRestored, setIsRestored] = useState(typed !== undefined);
  const onRecord = sent ?? '';
  const dropComment = useCallback(() => {
    setIsRestored(false);
    dropDraft(key);
  }, [key]);
  return {
    draftKey: key,
    comment: typed ?? onRecord,
    isRestored,
    setComment: (changed: string) => {
      setTyped(changed);
      if (changed === onRecord) dropDraft(key);
      else writeDraft(key, changed);
    },
    dropComment,
    discard: () => {
      setTyped(undefined);
      dropComment();
    },
  };
}

const text = (draft: unknown): string | undefined => (typeof draft === 'string' ? draft : undefined);
