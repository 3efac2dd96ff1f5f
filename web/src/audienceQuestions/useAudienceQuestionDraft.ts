import { useCallback, useState } from 'react';
import { audienceQuestionIntent } from '../queue/queuedEndpoints.ts';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/** The question that the attendee is writing. The draft survives a reload and a look at another page. */
export function useAudienceQuestionDraft(contentId: string) {
  const key = useDraftKey(audienceQuestionIntent(contentId));
  const [text, setText] = useState(() => textOf(readDraft(key)));
  const [isRestored, setIsRestored] = useState(text !== '');
  const clear = useCallback(() => {
    setText('');
    setIsRestored(false);
    dropDraft(key);
  }, [key]);
  return {
    draftKey: key,
    text,
    isRestored,
    clear,
    write: (changed: string) => {
      setText(changed);
      if (changed) writeDraft(key, { text: changed });
      else dropDraft(key);
    },
  };
}

function textOf(draft: unknown): string {
  const { text } = Object(draft);
  return typeof text === 'string' ? text : '';
}
