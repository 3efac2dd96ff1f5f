import { NOTE_MAX } from '@companion/contract/constants';
import type { ContentItem } from '@companion/contract/content';
import { NOTES_BEFORE_MAX, noteText } from '@companion/contract/ownNote';
import { requiredText } from '@companion/contract/text';
import { TextForm } from '../forms/TextForm.tsx';
import { useDraftKey } from '../forms/useDraft.tsx';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { noteIntent, useSaveOwnNoteMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import styles from './ContentItemPage.module.css';

/** What the attendee notes for themselves about a session (decision 072). */
export function NoteForm({ item }: { item: ContentItem }) {
  const about = { campaignId: item.campaignId, contentId: item.id };
  const draftKey = useDraftKey(noteIntent(about));
  const [saveNote, sending] = useSaveOwnNoteMutation({ fixedCacheKey: draftKey });
  const waiting = useWaitingWrite(noteIntent(about));
  /** Each note that waited may have arrived without its answer, or not: so this one may take the place of all of them. */
  const beforeOf = (shown: string | undefined): string[] => {
    if (shown === undefined) return [];
    const [known = shown, ...later] = [waiting?.argument.before ?? []].flat().map(String);
    return [...new Set([known, ...[...later, shown].slice(1 - NOTES_BEFORE_MAX)])];
  };

  return (
    <TextForm
      draftKey={draftKey}
      saved={item.ownNote ?? null}
      schema={item.ownNote ? noteText : REQUIRED}
      label="Your note"
      name="note"
      rows={3}
      draftNotice="This note is not saved yet."
      hintOf={() => 'Neither the organizers nor other attendees see it.'}
      submitLabel="Save Note"
      send={(note, shown) => saveNote({ ...about, note, before: beforeOf(shown) })}
      sending={sending}
      waiting={[waiting?.argument.note]}
      thanks="Your change is saved."
      className={styles.comment}
    >
      <div className={styles.sending}>
        <WaitingToSend hasPlace isWaiting={waiting !== undefined}>
          Your note is waiting to send.
        </WaitingToSend>
      </div>
    </TextForm>
  );
}

const REQUIRED = requiredText('Required', NOTE_MAX);
