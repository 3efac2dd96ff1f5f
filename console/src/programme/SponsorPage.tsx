import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { countText } from '../page/countText.ts';
import { EntryField, EntryForm, EntrySuggestions } from './EntryForm.tsx';
import { EntryPage, type EntryParts } from './EntryPage.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { PictureField } from './PictureField.tsx';
import { setEdits, textOf } from './programmeEdits.ts';
import { tiersOf } from './sponsorTiers.ts';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** One sponsor, or a new one. */
export function SponsorPage() {
  return (
    <EntryPage
      list="sponsors"
      onRemoval={(draft, id) => {
        const before = outOfSessions(draft, id);
        const sessions = before.length > 0 ? `${countText(before.length, 'session')} will no longer name it. ` : '';
        return { before, text: `${sessions}Once you publish, attendees no longer see it.` };
      }}
    >
      {(parts) => <SponsorForm {...parts} />}
    </EntryPage>
  );
}

/** Takes a sponsor out of every session. */
const outOfSessions = ({ programme }: Draft, id: string): ProgrammeEdit[] =>
  programme.agenda.flatMap((session) =>
    session.sponsor === id ? setEdits({ list: 'agenda', id: session.id }, session, { sponsor: null }) : [],
  );

function SponsorForm({ draft, id, onAdded, actions }: EntryParts) {
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
