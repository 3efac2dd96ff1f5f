import { FILTER_DAYS } from '@companion/contract/content';
import { completeNames } from '@companion/contract/eventDefaults';
import { Field } from '@companion/web/ui/Field.tsx';
import { FieldError } from '@companion/web/ui/FieldFrame.tsx';
import { useId, useState } from 'react';
import { CardSection } from '../page/CardSection.tsx';
import { isSameValue } from '../page/fieldValue.ts';
import { EntryField } from './EntryForm.tsx';
import styles from './EventSettingsPage.module.css';
import { textsOf } from './programmeEdits.ts';
import { fieldName } from './programmeNames.ts';
import { TextsField } from './TextsField.tsx';
import { useForm } from './useEntryForm.ts';

/** What the event calls its sponsors' tiers, its attendees' organizations, and the buttons above its agenda. */
export function EventNames() {
  const form = useForm();
  const days = Number(form.value('days')) || 1;
  const { organizationTypes, tiers, breakoutsFilter, speakersFilter } = completeNames({}, days);
  return (
    <>
      <CardSection title="Buttons above the agenda" className={styles.part}>
        <DayFilters days={days} />
        <div className={styles.pair}>
          {days <= FILTER_DAYS && <EntryField field="breakoutsFilter" placeholder={breakoutsFilter} maxLength={300} />}
          <EntryField field="speakersFilter" placeholder={speakersFilter} maxLength={300} />
        </div>
      </CardSection>
      <CardSection title="Lists" className={styles.part}>
        <TextsField
          field="organizationTypes"
          legend={fieldName('organizationTypes')}
          item="type"
          add="Add a type"
          defaults={organizationTypes}
          maxLength={120}
        >
          What attendees choose from when they register, in this order. Remove all for the usual ones.
        </TextsField>
        <TextsField field="tiers" legend={fieldName('tiers')} item="tier" add="Add a tier" defaults={tiers}>
          Phones show the sponsors by tier, in this order. Remove all for the usual ones.
        </TextsField>
      </CardSection>
    </>
  );
}

/** One label for each day. An empty one is that of the default. */
function DayFilters({ days }: { days: number }) {
  const form = useForm();
  const id = useId();
  /** As it is typed, also where that is empty. */
  const [typed, setTyped] = useState<{ index: number; text: string }>();
  const own = textsOf(form.value('dayFilters'));
  const defaults = completeNames({}, days).dayFilters;
  const labels = defaults.map((label, index) => own[index] ?? label);
  const set = (index: number, text: string) => {
    setTyped({ index, text });
    const changed = labels.with(index, text.trim() || (defaults[index] ?? ''));
    form.setValue('dayFilters', isSameValue(changed, defaults) ? [] : changed);
  };
  return (
    <fieldset aria-describedby={`${id}-error`} className={styles.days}>
      <legend className={styles.legend}>{fieldName('dayFilters')}</legend>
      <div className={styles.pair}>
        {labels.map((label, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a label belongs to the day of its place
            key={index}
            label={`Day ${index + 1}`}
            name={index === 0 ? 'dayFilters' : `day ${index + 1}`}
            autoComplete="off"
            maxLength={300}
            placeholder={defaults[index]}
            value={typed?.index === index ? typed.text : label}
            onInput={({ currentTarget }) => set(index, currentTarget.value)}
            onBlur={() => setTyped(undefined)}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} text={form.errorOf('dayFilters')} />
    </fieldset>
  );
}
