import { Field } from '@companion/web/ui/Field.tsx';
import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { CloseIcon } from '@companion/web/ui/icons.tsx';
import { useId, useState } from 'react';
import { RowButton } from '../page/ActionButton.tsx';
import { hasWords } from '../page/hasWords.ts';
import { OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { textOf, textsOf } from './programmeEdits.ts';
import { placeName } from './programmeNames.ts';
import styles from './SpeakersField.module.css';
import { useForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** More would not fit on the screen; a longer search finds the rest. */
const MAX_FOUND = 8;

/** Who speaks, in the order of the session's page: found by name, and moved by buttons. */
export function SpeakersField({ draft: { programme } }: { draft: Draft }) {
  const form = useForm();
  const labelId = useId();
  const [search, setSearch] = useState('');
  const chosen = textsOf(form.value('speakers'));
  const set = (ids: string[]) => form.setValue('speakers', ids);
  const nameOf = (id: string) => placeName(programme, { list: 'speakers', id });
  const found = programme.speakers.filter(
    ({ id, name, organization }) =>
      !chosen.includes(id) && hasWords(`${textOf(name)} ${textOf(organization)}`, search.trim()),
  );
  const error = form.errorOf('speakers');
  return (
    <fieldset className={styles.speakers} aria-describedby={`${labelId}-error`}>
      <legend className={styles.legend}>Speakers</legend>
      {chosen.length > 0 && (
        <ol className={styles.chosen}>
          {chosen.map((id, index) => (
            <li key={id} className={styles.row} onKeyDown={orderKeys((by) => set(swapped(chosen, index, index + by)))}>
              <span className="written">{nameOf(id)}</span>
              <OrderButtons
                name={nameOf(id)}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(by) => set(swapped(chosen, index, index + by))}
              />
              <IconButton
                aria-label={`Take out: ${nameOf(id)}`}
                onClick={() => set(chosen.filter((one) => one !== id))}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <p id={`${labelId}-error`} className={styles.error}>
        {error}
      </p>
      <Field
        type="search"
        label="Add a speaker by name"
        autoComplete="off"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would send the form.
          event.preventDefault();
          if (search.trim() === '' || !found[0]) return;
          set([...chosen, found[0].id]);
          setSearch('');
        }}
      />
      {search.trim() !== '' && (
        <div role="status" className={styles.found}>
          {found.length === 0 && <p>No speaker has this name. New speakers are added under Speakers.</p>}
          {found.slice(0, MAX_FOUND).map(({ id }) => (
            <RowButton
              key={id}
              onPress={() => {
                set([...chosen, id]);
                setSearch('');
              }}
            >
              {nameOf(id)}
            </RowButton>
          ))}
          {found.length > MAX_FOUND && <p>{found.length - MAX_FOUND} more: type more of the name.</p>}
        </div>
      )}
    </fieldset>
  );
}

function swapped(ids: readonly string[], index: number, other: number): string[] {
  const [one, another] = [ids[index], ids[other]];
  if (one === undefined || another === undefined) return [...ids];
  return ids.with(index, another).with(other, one);
}
