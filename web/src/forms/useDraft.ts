import { useCallback, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';

/**
 * Unsent input, which survives a reload and a look at another page.
 * @param read checks a stored draft, which an older version of the app may have written
 */
export function useDraft<Value>(key: string, read: (stored: unknown) => Value | undefined) {
  const [draft, setDraft] = useState(() => read(readDraft(key)));
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const discard = useCallback(() => {
    setDraft(undefined);
    setIsRestored(false);
    dropDraft(key);
  }, [key]);
  return {
    draft,
    /** The form opened with a draft. */
    isRestored,
    discard,
    /** @param isSaved nothing would be lost: the input is empty, or on record */
    change: (changed: Value, isSaved: boolean) => {
      setDraft(changed);
      if (isSaved) dropDraft(key);
      else writeDraft(key, changed);
    },
  };
}
