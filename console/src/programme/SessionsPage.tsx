import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Choices } from '../page/Choices.tsx';
import { Filters } from '../page/Filters.tsx';
import { searchText, useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { SessionGrid } from './SessionGrid.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './SessionsPage.module.css';
import { dayName, daysOf } from './schedule.ts';
import type { Draft } from './useProgramme.ts';

const VIEWS = [
  ['grid', 'Grid'],
  ['list', 'List'],
] as const;

/** The agenda of the draft: a day by rooms, or a list. A phone has the list. */
export function SessionsPage() {
  const [{ view, day = '' }, setSearch] = useSearch<'view' | 'day'>();
  const isWide = useIsWide();
  const isGrid = isWide && view !== 'list';
  /** The day over whose tab a session is dragged. */
  const [overDay, setOverDay] = useState<number>();
  return (
    <ProgrammeFrame
      title="Sessions"
      place="agenda"
      actions={
        <>
          <Link to={paths.importSessions} className={buttonClass('secondary')}>
            Import
          </Link>
          <Link to={paths.session(NEW_ENTRY) + searchText({ day })} className={buttonClass()}>
            New session
          </Link>
        </>
      }
    >
      {(draft) => (
        <>
          {isWide && (
            <Filters>
              {isGrid && <DayTabs draft={draft} day={shownDay(draft, day)} overDay={overDay} />}
              <Choices
                label="View"
                options={VIEWS}
                value={isGrid ? 'grid' : 'list'}
                onChange={(chosen) => setSearch({ view: chosen === 'grid' ? '' : chosen, day: '' })}
              />
            </Filters>
          )}
          {isGrid ? (
            <SessionGrid key={shownDay(draft, day)} draft={draft} day={shownDay(draft, day)} onOverDay={setOverDay} />
          ) : (
            <SessionList draft={draft} />
          )}
        </>
      )}
    </ProgrammeFrame>
  );
}

/** From here on the menu is beside the page, as in the style sheets. */
const wide = window.matchMedia('(min-width: 900px)');

const subscribeToWidth = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether the window has room for more than a phone. */
const useIsWide = (): boolean => useSyncExternalStore(subscribeToWidth, () => wide.matches);

/** The day of the address, if the event has it. */
const shownDay = ({ programme }: Draft, day: string): number =>
  daysOf(programme).find((one) => String(one) === day) ?? 1;

interface DayTabsProps {
  draft: Draft;
  day: number;
  overDay: number | undefined;
}

/** The days of the event, each with an address of its own. A session can be dropped on one. */
const DayTabs = ({ draft: { programme }, day, overDay }: DayTabsProps) => (
  <nav aria-label="Days" className={styles.tabs}>
    <ul className={styles.days}>
      {daysOf(programme).map((one) => (
        <li key={one}>
          <Link
            to={searchText({ day: String(one) })}
            replace
            className={styles.day}
            data-day={one}
            data-over={one === overDay || undefined}
            aria-current={one === day ? 'page' : undefined}
          >
            {dayName(programme, one)}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
