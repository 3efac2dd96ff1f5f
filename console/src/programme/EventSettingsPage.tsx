import { completeNames } from '@companion/contract/eventDefaults';
import { CardSection } from '../page/CardSection.tsx';
import { ColorField } from './ColorField.tsx';
import { EntryField, EntryForm } from './EntryForm.tsx';
import { EventNames } from './EventNames.tsx';
import styles from './EventSettingsPage.module.css';
import { PictureField } from './PictureField.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { setEdits, textOf, textsOf } from './programmeEdits.ts';
import { PLACE_NAMES } from './programmeNames.ts';
import { RoomsField } from './RoomsField.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** What the event is called, when it takes place, and whom attendees ask. */
export const EventSettingsPage = () => (
  <ProgrammeFrame title={PLACE_NAMES.event} place="event">
    {(draft) => <EventSettings draft={draft} />}
  </ProgrammeFrame>
);

function EventSettings({ draft }: { draft: Draft }) {
  const { event } = draft.programme;
  const form = useEntryForm({
    draft,
    list: 'event',
    id: null,
    done: 'The event is saved.',
    more: ({ days, dayFilters }) =>
      days === undefined || dayFilters !== undefined
        ? []
        : setEdits({ list: 'event', id: null }, event, {
            dayFilters: labelsOf(textsOf(event.dayFilters), Number(days)),
          }),
  });
  // Of the demo event, and of a new one.
  const isToday = textOf(form.value('firstDay')) === 'today';
  return (
    <EntryForm form={form}>
      <CardSection title="Name and look" className={styles.part}>
        <EntryField field="name" required />
        <EntryField field="host" hint="The firm that runs the event." required />
        <EntryField field="tagline" hint="The line below the name." required />
        <PictureField draft={draft} label="Logo" place="logo" alt={textOf(form.value('name'))} />
        <ColorField />
      </CardSection>
      <CardSection title="Dates" className={styles.part}>
        <div className={styles.pair}>
          <EntryField
            field="firstDay"
            type="date"
            hint={isToday ? 'Always the day it is, as in the demo event, until you enter a date.' : DAY_HINT}
            required
          />
          <EntryField field="days" label="Number of days" type="number" inputMode="numeric" min={1} max={14} required />
        </div>
        <TimeZoneField />
      </CardSection>
      <CardSection title="Rooms" className={styles.part}>
        <RoomsField />
      </CardSection>
      <EventNames />
      <CardSection title="Help desk and terms" className={styles.part}>
        <div className={styles.pair}>
          <EntryField field="helpDeskEmail" type="email" required />
          <EntryField field="helpDeskPhone" type="tel" hint="Both are below the privacy policy." required />
        </div>
        <EntryField
          field="termsVersion"
          hint="Recorded with each registration. Raise it when the terms in the privacy policy change."
          required
        />
      </CardSection>
    </EntryForm>
  );
}

/** The labels of the days, after their number has changed; none if the event has none of its own. */
const labelsOf = (own: string[], days: number): string[] =>
  own.length > 0 ? completeNames({}, days || 1).dayFilters.map((label, index) => own[index] ?? label) : [];

const DAY_HINT = 'Sessions are on day 1, 2, …: if you move the first day, all of them move.';
