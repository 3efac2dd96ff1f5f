import { type MouseEvent, useCallback, useState } from 'react';
import { draftKey, dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import styles from './DraftNotice.module.css';

/** The key of a draft of the signed-in account, or of a guest. */
export const useDraftKey = (name: string): string => draftKey(useAppSelector(selectProfile)?.id, name);

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
      if (isSaved) return discard();
      setDraft(changed);
      writeDraft(key, changed);
    },
  };
}

/** The draft of one text. */
export const useTextDraft = (key: string) => useDraft(key, readTextDraft);

interface TextDraft {
  text: string;
  of?: string | undefined;
}

/** A draft without the text that it was made from is a rejected write, to be changed, or of an older version of the app. */
function readTextDraft(stored: unknown): TextDraft | undefined {
  if (typeof stored === 'string') return { text: stored };
  const { text, of } = Object(stored);
  return typeof text === 'string' ? { text, of: typeof of === 'string' ? of : undefined } : undefined;
}

interface DraftNoticeProps {
  /** The text of the notice: what has not been sent. */
  children: string;
  onDiscard: () => void;
}

/** Shows at the top of a form that was restored from a draft that it is not sent yet, and discards it. */
export function DraftNotice({ children, onDiscard }: DraftNoticeProps) {
  const discard = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onDiscard();
    // The focused button disappears with the notice.
    form?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
  return (
    <div className={styles.notice}>
      <p>{children}</p>
      <Button variant="secondary" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}
