import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { countText } from '../page/countText.ts';
import { EntryField, EntryForm } from './EntryForm.tsx';
import { EntryPage, type EntryParts } from './EntryPage.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { PictureField } from './PictureField.tsx';
import { setEdits, textOf, textsOf } from './programmeEdits.ts';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** One speaker, or a new one. */
export function SpeakerPage() {
  return (
    <EntryPage
      list="speakers"
      onRemoval={(draft, id) => {
        const before = outOfSessions(draft, id);
        const sessions = before.length > 0 ? `${countText(before.length, 'session')} will no longer name them. ` : '';
        return {
          before,
          text: `${sessions}Once you publish, attendees no longer see them. Votes and comments stay stored, but are
            hidden.`,
        };
      }}
    >
      {(parts) => <SpeakerForm {...parts} />}
    </EntryPage>
  );
}

/** Takes a speaker out of every session. */
const outOfSessions = ({ programme }: Draft, id: string): ProgrammeEdit[] =>
  programme.agenda.flatMap((session) =>
    setEdits({ list: 'agenda', id: session.id }, session, {
      speakers: textsOf(session.speakers).filter((speaker) => speaker !== id),
    }),
  );

function SpeakerForm({ draft, id, onAdded, actions }: EntryParts) {
  const done = id === null ? 'The speaker is added.' : 'The speaker is saved.';
  const form = useEntryForm({ draft, list: 'speakers', id, done, onAdded });
  return (
    <EntryForm form={form} actions={actions}>
      <EntryField field="name" />
      <EntryField field="role" />
      <EntryField field="organization" />
      <PictureField
        draft={draft}
        label="Picture"
        place="speakers"
        field="picture"
        id={id}
        ratio={1}
        alt={textOf(form.value('name')) || 'the name'}
      />
      <MarkdownField field="bio" />
    </EntryForm>
  );
}
