import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import styles from './AgendaFilters.module.css';
import { AGENDA_FILTERS, type AgendaFilter } from './agendaFilter.ts';

export interface AgendaFiltersProps {
  selected: AgendaFilter | undefined;
  /** `undefined` lifts the filter: the agenda is shown whole. */
  onSelect: (filter: AgendaFilter | undefined) => void;
}

/** §2: four buttons; pressing the pressed one lifts the filter. Featured Speakers leads to its own address. */
export function AgendaFilters({ selected, onSelect }: AgendaFiltersProps) {
  const navigate = useNavigate();
  return (
    <fieldset aria-label="Show" className={styles.filters}>
      {AGENDA_FILTERS.map(({ label, category }) => (
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
