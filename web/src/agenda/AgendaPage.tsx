import { useMemo, useState } from 'react';
import { TryAgain } from '../page/TryAgain.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { AgendaFilters } from './AgendaFilters.tsx';
import styles from './AgendaPage.module.css';
import { agendaDays } from './agendaDays.ts';
import { type AgendaFilter, agendaFilters, readAgendaFilter, writeAgendaFilter } from './agendaFilter.ts';
import { agendaTiming } from './agendaTiming.ts';
import { AgendaCalendarLinks, CalendarToggle } from './CalendarLinks.tsx';
import { EmptyFilter } from './EmptyFilter.tsx';
import { foldPast } from './foldPast.ts';
import { JumpToNow } from './JumpToNow.tsx';
import { LoadingList } from './LoadingList.tsx';
import { isOnAgenda } from './programme.ts';
import { Timeline } from './Timeline.tsx';
import { useContent } from './useContent.ts';
import { useNow } from './useNow.ts';
import { usePastFold } from './usePastFold.ts';

/** The whole programme as a timeline (§2), or the part of it that one of the filters leaves. */
export function AgendaPage() {
  const query = useContent();
  const { data, error } = query;
  const [chosenFilter, setFilter] = useState(readAgendaFilter);
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const fold = usePastFold();
  const items = useMemo(() => data?.filter(isOnAgenda) ?? [], [data]);
  const buttons = agendaFilters(items);
  // A filter without a button could not be lifted.
  const filter = buttons.find(({ category }) => category === chosenFilter)?.category;
  const now = useNow((instant) => agendaTiming(items, instant).changesAt);
  // What is on now does not depend on what is shown: the labels are those of the whole agenda.
  const { entries } = agendaTiming(items, now);
  const shown = entries.filter(({ item }) => !filter || item.category === filter);
  const days = foldPast(agendaDays(shown), fold.foldedAt);
  const isFilterEmpty = entries.length > 0 && shown.length === 0;

  const select = (chosen: AgendaFilter | undefined) => {
    writeAgendaFilter(chosen);
    setFilter(chosen);
  };

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Agenda</h1>
        <JumpToNow days={days} fold={fold} />
        {items.length > 0 && (
          <CalendarToggle isOpen={isCalendarOpen} onToggle={() => setIsCalendarOpen(!isCalendarOpen)} />
        )}
      </header>
      {items.length > 0 && <AgendaCalendarLinks isOpen={isCalendarOpen} />}
      <AgendaFilters buttons={buttons} selected={filter} onSelect={select} />
      {!data && !error && (
        <div className={styles.list}>
          <LoadingList />
        </div>
      )}
      {isFilterEmpty && (
        <EmptyFilter
          label={buttons.find(({ category }) => category === filter)?.label}
          onLift={() => select(undefined)}
        />
      )}
      {(data || error) && shown.length === 0 && !isFilterEmpty && (
        <Message icon={<AgendaIcon />} action={error && <TryAgain query={query} />}>
          <p>Agenda is not available at the moment.</p>
        </Message>
      )}
      {data && <Timeline days={days} fold={fold} content={data} now={now} />}
    </div>
  );
}
