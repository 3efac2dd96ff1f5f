import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import styles from './AgendaFilters.module.css';
import type { AgendaFilter, agendaFilters } from './agendaFilter.ts';

export interface AgendaFiltersProps {
  buttons: ReturnType<typeof agendaFilters>;
  selected: AgendaFilter | undefined;
  /** `undefined` clears the filter: the whole agenda shows. */
  onSelect: (filter: AgendaFilter | undefined) => void;
}

/** §2: the buttons in one row. Pressing the selected one clears the filter. Featured Speakers opens its own page. */
export function AgendaFilters({ buttons, selected, onSelect }: AgendaFiltersProps) {
  const navigate = useNavigate();
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they determine which button is pressed, and its position
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (pressed) row.current?.scrollTo({ left: pressed.offsetLeft - pressed.offsetWidth / 2 });
  }, [selected, buttons.length]);
  return (
    <fieldset ref={row} aria-label="Show" className={styles.filters}>
      {buttons.map(({ label, category }) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === selected}
          className={styles.filter}
          onClick={() => {
            if (category === 'Speakers' && category !== selected) navigate(paths.speakers);
            else onSelect(category === selected ? undefined : category);
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
