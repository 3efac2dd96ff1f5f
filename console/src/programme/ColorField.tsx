import { contrastOnWhite, isReadableOnWhite } from '@companion/contract/contrastOnWhite';
import { FieldError } from '@companion/web/ui/FieldFrame.tsx';
import { useId } from 'react';
import { RowButton } from '../page/ActionButton.tsx';
import styles from './ColorField.module.css';
import { textOf } from './programmeEdits.ts';
import { useForm } from './useEntryForm.ts';

/** What the stage has where the event has no colour of its own (web/src/ui/tokens.css). */
const DEFAULT_COLOR = '#0e4a5a';

/** The event's colour on stage, with a word on whether white text on it can be read. */
export function ColorField() {
  const id = useId();
  const form = useForm();
  const color = textOf(form.value('color'));
  const isReadable = isReadableOnWhite(color);
  const problem = color === '' || isReadable ? form.errorOf('color') : contrastText(color);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        Colour
      </label>
      <div className={styles.row}>
        <input
          type="color"
          id={id}
          name="color"
          className={styles.color}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-state ${id}-error`}
          value={color || DEFAULT_COLOR}
          onInput={({ currentTarget }) => form.setValue('color', currentTarget.value)}
        />
        <p id={`${id}-state`} className={styles.state}>
          {color === '' ? 'The app’s own colour.' : isReadable && contrastText(color)}
        </p>
        {color !== '' && <RowButton onPress={() => form.setValue('color', '')}>Use the app’s own colour</RowButton>}
      </div>
      <FieldError id={`${id}-error`} text={problem} />
    </div>
  );
}

/** As WCAG names it. */
function contrastText(color: string): string {
  const contrast = Math.floor(contrastOnWhite(color) * 10) / 10;
  return isReadableOnWhite(color)
    ? `${color}: white text on it can be read, its contrast is ${contrast} to 1.`
    : `${color} is too light for white text: its contrast is ${contrast} to 1, and must be 4.5 to 1. Choose a darker one.`;
}
