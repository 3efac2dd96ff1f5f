import { FieldError } from '@companion/web/ui/FieldFrame.tsx';
import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { CloseIcon } from '@companion/web/ui/icons.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { RowButton } from '../page/ActionButton.tsx';
import { countText } from '../page/countText.ts';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import styles from './OptionsField.module.css';
import { isSameValue, textsOf } from './programmeEdits.ts';
import { useForm } from './useEntryForm.ts';

interface OptionsFieldProps {
  /** How many of the first options answers refer to. */
  locked: number;
  answers: number;
}

/** The choices of a question, one field each. Several lines that are pasted become several choices. */
export function OptionsField({ locked, answers }: OptionsFieldProps) {
  const id = useId();
  const form = useForm();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<number>(undefined);
  const saved = textsOf(form.value('options'));
  /** With the empty fields, which are not saved. */
  const [typed, setTyped] = useState(saved);
  const rows = isSameValue(filled(typed), saved) ? typed : saved;
  // Two are needed.
  const options = [...rows, '', ''].slice(0, Math.max(2, rows.length));
  const set = (changed: string[]) => {
    setTyped(changed);
    form.setValue('options', filled(changed));
  };
  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  useEffect(() => {
    if (focusNext.current !== undefined) focus(focusNext.current);
    focusNext.current = undefined;
  });
  const insert = (at: number, texts: string[]) => {
    focusNext.current = at + texts.length - 1;
    set(options.toSpliced(at, 0, ...texts));
  };
  const move = (index: number, by: number) => {
    const option = options[index];
    if (option === undefined || index + by < locked || index + by >= options.length) return;
    focusNext.current = index + by;
    set(options.toSpliced(index, 1).toSpliced(index + by, 0, option));
  };
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1);
    set(options.toSpliced(index, 1));
  };
  return (
    <fieldset className={styles.options} aria-describedby={`${id}-why ${id}-error`}>
      <legend className={styles.legend}>Options</legend>
      {locked > 0 && (
        <p id={`${id}-why`} className={styles.why}>
          {countText(answers, 'answer')} name an option by its number, so the first {locked} stay as they are and where
          they are. You can add others at the end.
        </p>
      )}
      <ol ref={list} className={styles.list}>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is what its place makes it; two may have one text
          <li key={index} className={styles.row}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <input
              className={styles.input}
              aria-label={`Option ${index + 1}`}
              aria-keyshortcuts={ORDER_KEYS}
              autoComplete="off"
              maxLength={300}
              readOnly={index < locked}
              value={option}
              onInput={({ currentTarget }) => set(options.with(index, currentTarget.value))}
              onPaste={(event) => {
                const [first = '', ...others] = linesOf(event.clipboardData.getData('text'));
                if (others.length === 0 || index < locked) return;
                event.preventDefault();
                focusNext.current = index + others.length;
                set(options.toSpliced(index, 1, `${option}${first}`, ...others));
              }}
              onKeyDown={(event) => {
                if (index >= locked) orderKeys((by) => move(index, by))(event);
                if (event.key !== 'Enter' || index + 1 < locked) return;
                // Enter would send the form.
                event.preventDefault();
                insert(index + 1, ['']);
              }}
            />
            {index >= locked && (
              <>
                <OrderButtons
                  name={`option ${index + 1}`}
                  isFirst={index === locked}
                  isLast={index === options.length - 1}
                  onMove={(by) => move(index, by)}
                />
                <IconButton aria-label={`Remove option ${index + 1}`} onClick={() => remove(index)}>
                  <CloseIcon />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      <FieldError id={`${id}-error`} text={form.errorOf('options')} />
      <p>
        <RowButton onPress={() => insert(options.length, [''])}>Add an option</RowButton>
      </p>
    </fieldset>
  );
}

const filled = (options: readonly string[]): string[] => options.filter((option) => option.trim() !== '');

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
