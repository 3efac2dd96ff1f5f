import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import styles from './AgendaFilters.module.css';
import { type AgendaFilter, type agendaFilters, MINE } from './agendaFilter.ts';

export interface AgendaFiltersProps {
  buttons: ReturnType<typeof agendaFilters>;
  selected: AgendaFilter | undefined;
  /** `undefined` clears the filter: the whole agenda shows. */
  onSelect: (filter: AgendaFilter | undefined) => void;
}

/**
 * The whole agenda, then §2's buttons, then what is saved; none of them is out of sight. Pressing the selected one clears
 * the filter. That of the speakers opens its own page.
 */
export function AgendaFilters({ buttons, selected, onSelect }: AgendaFiltersProps) {
  const navigate = useNavigate();
  return (
    <fieldset aria-label="Show" className={styles.filters}>
      <button
        type="button"
        aria-pressed={selected === undefined}
        className={styles.filter}
        onClick={() => onSelect(undefined)}
      >
        All
      </button>
      {[...buttons, { label: MINE, category: MINE } as const].map(({ label, category }) => (
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
