import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { countText } from '../page/countText.ts';
import { UpLink } from '../page/UpLink.tsx';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryField, EntryForm } from './EntryForm.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { PictureField } from './PictureField.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { setEdits, textOf, textsOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import { RemoveEntry } from './RemoveEntry.tsx';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** One speaker, or a new one. */
export function SpeakerPage() {
  const { speakerId = '' } = useParams();
  const id = speakerId === NEW_ENTRY ? null : speakerId;
  const navigate = useNavigate();
  const speakerIn = ({ programme }: Draft) => programme.speakers.find((entry) => entry.id === id);
  return (
    <ProgrammeFrame
      key={speakerId}
      title={(draft) => (id === null ? 'New speaker' : entryTitle(speakerIn(draft) ?? {}))}
      place={id === null ? 'speakers' : `speakers/${id}`}
      up={<UpLink to={paths.speakers}>Speakers</UpLink>}
    >
      {(draft) => {
        const entry = speakerIn(draft);
        const before = id === null ? [] : outOfSessions(draft, id);
        return (
          <SpeakerForm
            draft={draft}
            id={id}
            onAdded={(added) => navigate(paths.speaker(added), { replace: true })}
            actions={
              entry && (
                <RemoveEntry list="speakers" entry={entry} before={before} onRemoved={() => navigate(paths.speakers)}>
                  <p>
                    {before.length > 0 && `${countText(before.length, 'session')} will no longer name them. `}Once you
                    publish, attendees no longer see them. Votes and comments stay stored, but are hidden.
                  </p>
                </RemoveEntry>
              )
            }
          />
        );
      }}
    </ProgrammeFrame>
  );
}

/** Takes a speaker out of every session. */
const outOfSessions = ({ programme }: Draft, id: string): ProgrammeEdit[] =>
  programme.agenda.flatMap((session) =>
    setEdits({ list: 'agenda', id: session.id }, session, {
      speakers: textsOf(session.speakers).filter((speaker) => speaker !== id),
    }),
  );

interface SpeakerFormProps {
  draft: Draft;
  id: string | null;
  onAdded(id: string): void;
  actions?: ReactNode;
}

function SpeakerForm({ draft, id, onAdded, actions }: SpeakerFormProps) {
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
