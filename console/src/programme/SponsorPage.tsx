import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { countText } from '../page/countText.ts';
import { UpLink } from '../page/UpLink.tsx';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryField, EntryForm, EntrySuggestions } from './EntryForm.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { PictureField } from './PictureField.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { setEdits, textOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import { RemoveEntry } from './RemoveEntry.tsx';
import { tiersOf } from './sponsorTiers.ts';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** One sponsor, or a new one. */
export function SponsorPage() {
  const { sponsorId = '' } = useParams();
  const id = sponsorId === NEW_ENTRY ? null : sponsorId;
  const navigate = useNavigate();
  const sponsorIn = ({ programme }: Draft) => programme.sponsors.find((entry) => entry.id === id);
  return (
    <ProgrammeFrame
      key={sponsorId}
      title={(draft) => (id === null ? 'New sponsor' : entryTitle(sponsorIn(draft) ?? {}))}
      place={id === null ? 'sponsors' : `sponsors/${id}`}
      up={<UpLink to={paths.sponsors}>Sponsors</UpLink>}
    >
      {(draft) => {
        const entry = sponsorIn(draft);
        const before = id === null ? [] : outOfSessions(draft, id);
        return (
          <SponsorForm
            draft={draft}
            id={id}
            onAdded={(added) => navigate(paths.sponsor(added), { replace: true })}
            actions={
              entry && (
                <RemoveEntry list="sponsors" entry={entry} before={before} onRemoved={() => navigate(paths.sponsors)}>
                  <p>
                    {before.length > 0 && `${countText(before.length, 'session')} will no longer name it. `}Once you
                    publish, attendees no longer see it.
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

/** Takes a sponsor out of every session. */
const outOfSessions = ({ programme }: Draft, id: string): ProgrammeEdit[] =>
  programme.agenda.flatMap((session) =>
    session.sponsor === id ? setEdits({ list: 'agenda', id: session.id }, session, { sponsor: null }) : [],
  );

interface SponsorFormProps {
  draft: Draft;
  id: string | null;
  onAdded(id: string): void;
  actions?: ReactNode;
}

function SponsorForm({ draft, id, onAdded, actions }: SponsorFormProps) {
  const done = id === null ? 'The sponsor is added.' : 'The sponsor is saved.';
  const form = useEntryForm({ draft, list: 'sponsors', id, done, onAdded });
  return (
    <EntryForm form={form} actions={actions}>
      <EntryField field="name" />
      <EntrySuggestions field="tier" suggestions={tiersOf(draft.programme)} />
      <EntryField field="url" type="url" placeholder="https://" />
      <PictureField
        draft={draft}
        label="Logo"
        place="sponsors"
        field="logo"
        id={id}
        alt={textOf(form.value('name')) || 'the name'}
      />
      <MarkdownField field="about" rows={6} />
    </EntryForm>
  );
}
