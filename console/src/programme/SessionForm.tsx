import type { FieldValue } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { Clashes } from './Clashes.tsx';
import { clashesOf } from './clashes.ts';
import { EntryField, EntryForm, EntrySelect, EntrySuggestions } from './EntryForm.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { textOf } from './programmeEdits.ts';
import styles from './SessionForm.module.css';
import { SessionSaves } from './SessionSaves.tsx';
import { SpeakersField } from './SpeakersField.tsx';
import { dayName, daysOf, roomNames, roomsOf, sessionOf, sessionsOf, tidyTime } from './schedule.ts';
import { categoriesOf, categoryOn } from './sessionCategories.ts';
import { type EntryFormParts, useEntryForm } from './useEntryForm.ts';

type SessionFormProps = Pick<EntryFormParts, 'draft' | 'id' | 'onAdded' | 'onAnother'> & {
  initial: Record<string, FieldValue>;
  actions?: ReactNode;
};

const FIELDS = ['day', 'start', 'end', 'category', 'title', 'subtitle', 'room', 'sponsor', 'body'];

/** Every field of a session. What it clashes with shows while it is typed. */
export function SessionForm({ draft, id, initial, onAdded, onAnother, actions }: SessionFormProps) {
  const { programme } = draft;
  const form = useEntryForm({
    draft,
    list: 'agenda',
    id,
    initial,
    done: id === null ? 'The session is added.' : 'The session is saved.',
    ...(onAdded && { onAdded }),
    ...(onAnother && { onAnother }),
  });
  const sessions = sessionsOf(programme);
  const typed = Object.fromEntries(FIELDS.map((field) => [field, textOf(form.value(field))]));
  const session = sessionOf({ ...typed, speakers: form.value('speakers') ?? [], id: id ?? '' });
  const clashes = clashesOf(session, sessions);
  return (
    <EntryForm form={form} actions={actions}>
      <EntryField field="title" />
      <EntryField field="subtitle" />
      <div className={styles.times}>
        <EntrySelect
          field="day"
          options={daysOf(programme).map((day) => [String(day), dayName(programme, day)])}
          onChosen={(day) => form.setValue('category', categoryOn(programme, typed.category ?? '', day))}
        />
        <EntryField field="start" inputMode="numeric" placeholder="09:00" tidy={tidyTime} />
        <EntryField field="end" inputMode="numeric" placeholder="09:45" hint="After midnight: 24:30" tidy={tidyTime} />
      </div>
      <div className={styles.pair}>
        <EntrySuggestions field="room" suggestions={[...new Set([...roomNames(programme), ...roomsOf(sessions)])]} />
        <EntrySelect field="category" label="Category (the filter button)" options={categoriesOf(programme)} />
      </div>
      <div role="status" className={styles.clashes}>
        <SessionSaves draft={draft} session={session} />
        <Clashes clashes={clashes} programme={programme} />
      </div>
      <SpeakersField draft={draft} />
      <EntrySelect
        field="sponsor"
        placeholder="No sponsor"
        options={programme.sponsors.map((sponsor) => [sponsor.id, textOf(sponsor.name) || sponsor.id])}
      />
      <MarkdownField field="body" />
    </EntryForm>
  );
}
