import { FieldError } from '@companion/web/ui/FieldFrame.tsx';
import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { CloseIcon } from '@companion/web/ui/icons.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { RowButton } from '../page/ActionButton.tsx';
import { isSameValue } from '../page/fieldValue.ts';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { textsOf } from './programmeEdits.ts';
import styles from './TextsField.module.css';
import { useForm } from './useEntryForm.ts';

interface TextsFieldProps {
  field: string;
  legend: string;
  /** What one of the texts is: `option`. */
  item: string;
  /** The button that adds one: `Add an option`. */
  add: string;
  /** What applies while the list is empty, and what an edit begins with. */
  defaults?: readonly string[];
  /** How many rows there are at least. */
  min?: number;
  maxLength?: number;
  /** How many of the first texts stay as they are. */
  locked?: number;
  /** What to know about the list, below its name. */
  children?: ReactNode;
}

/** A list of texts, one field each. Several lines that are pasted become several texts. */
export function TextsField({ field, legend, item, add, children, ...bounds }: TextsFieldProps) {
  const { defaults = [], min = 1, maxLength = 300, locked = 0 } = bounds;
  const id = useId();
  const form = useForm();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<number>(undefined);
  const own = textsOf(form.value(field));
  const saved = own.length > 0 ? own : [...defaults];
  /** With the empty fields, which are not saved. */
  const [typed, setTyped] = useState(saved);
  const rows = isSameValue(filled(typed), saved) ? typed : saved;
  const texts = [...rows, ...Array<string>(Math.max(0, min - rows.length)).fill('')];
  const set = (changed: string[]) => {
    setTyped(changed);
    form.setValue(field, isSameValue(filled(changed), [...defaults]) ? [] : filled(changed));
  };
  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  useEffect(() => {
    if (focusNext.current !== undefined) focus(focusNext.current);
    focusNext.current = undefined;
  });
  const insert = (at: number, added: string[]) => {
    focusNext.current = at + added.length - 1;
    set(texts.toSpliced(at, 0, ...added));
  };
  const move = (index: number, by: number) => {
    const text = texts[index];
    if (text === undefined || index + by < locked || index + by >= texts.length) return;
    focusNext.current = index + by;
    set(texts.toSpliced(index, 1).toSpliced(index + by, 0, text));
  };
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1);
    set(texts.toSpliced(index, 1));
  };
  return (
    <fieldset className={styles.texts} aria-describedby={`${id}-why ${id}-error`}>
      <legend className={styles.legend}>{legend}</legend>
      {children && (
        <p id={`${id}-why`} className={styles.why}>
          {children}
        </p>
      )}
      <ol ref={list} className={styles.list}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is what its place makes it; two may be the same
          <li key={index} className={styles.row}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <input
              className={styles.input}
              aria-label={`${item.charAt(0).toUpperCase()}${item.slice(1)} ${index + 1}`}
              aria-keyshortcuts={ORDER_KEYS}
              autoComplete="off"
              maxLength={maxLength}
              name={index === 0 ? field : undefined}
              readOnly={index < locked}
              value={text}
              onInput={({ currentTarget }) => set(texts.with(index, currentTarget.value))}
              onPaste={(event) => {
                const [first = '', ...others] = linesOf(event.clipboardData.getData('text'));
                if (others.length === 0 || index < locked) return;
                event.preventDefault();
                focusNext.current = index + others.length;
                set(texts.toSpliced(index, 1, `${text}${first}`, ...others));
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
                  name={`${item} ${index + 1}`}
                  isFirst={index === locked}
                  isLast={index === texts.length - 1}
                  onMove={(by) => move(index, by)}
                />
                <IconButton aria-label={`Remove ${item} ${index + 1}`} onClick={() => remove(index)}>
                  <CloseIcon />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      <FieldError id={`${id}-error`} text={form.errorOf(field) ?? form.warningOf(field)} />
      <p>
        <RowButton onPress={() => insert(texts.length, [''])}>{add}</RowButton>
      </p>
    </fieldset>
  );
}

const filled = (texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== '');

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
