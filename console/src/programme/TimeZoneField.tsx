import { EntrySuggestions } from './EntryForm.tsx';
import { textOf } from './programmeEdits.ts';
import { useForm } from './useEntryForm.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/** The zone of all times of the event: a list that the browser searches as one types, by continent or city. */
export function TimeZoneField() {
  const zone = textOf(useForm().value('timeZone'));
  const time = timeIn(zone);
  return (
    <EntrySuggestions
      field="timeZone"
      suggestions={ZONES}
      spellCheck={false}
      tidy={(typed) => typed.trim().replaceAll(' ', '_')}
      hint={
        time
          ? `There it is ${time} now. In another zone, sessions keep their times of day.`
          : 'Type the continent or a large city, and choose from the list.'
      }
    />
  );
}

/** The time in that zone, with its name; undefined if there is no such zone. */
function timeIn(zone: string): string | undefined {
  try {
    const format: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'long' };
    return zone ? new Intl.DateTimeFormat('en-US', { ...format, timeZone: zone }).format() : undefined;
  } catch {
    return undefined;
  }
}
