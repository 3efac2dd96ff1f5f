import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { textOf } from './programmeEdits.ts';
import { useForm } from './useEntryForm.ts';

/** How many people each room holds, one room a line. */
export function RoomsField() {
  const form = useForm();
  return (
    <TextAreaField
      label="Rooms and how many people they hold"
      hint={
        form.warningOf('rooms') ?? 'One room a line, as the sessions name it: Hall A = 250. Attendees do not see it.'
      }
      error={form.errorOf('rooms')}
      name="rooms"
      rows={4}
      value={textOf(form.value('rooms'))}
      onInput={({ currentTarget: { value } }) => form.setValue('rooms', value === '' ? [] : value.split('\n'))}
    />
  );
}
