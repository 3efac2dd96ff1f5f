import { useMemo, useState } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { TryAgain } from '../page/TryAgain.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { AgendaFilters } from './AgendaFilters.tsx';
import styles from './AgendaPage.module.css';
import { agendaDays } from './agendaDays.ts';
import { type AgendaFilter, agendaFilters, readAgendaFilter, writeAgendaFilter } from './agendaFilter.ts';
import { agendaTiming } from './agendaTiming.ts';
import { AgendaCalendarLinks, CalendarToggle } from './CalendarLinks.tsx';
import { isOnAgenda } from './contentItems.ts';
import { EmptyFilter } from './EmptyFilter.tsx';
import { foldPast } from './foldPast.ts';
import { JumpToNow } from './JumpToNow.tsx';
import { LoadingList } from './LoadingList.tsx';
import { Timeline } from './Timeline.tsx';
import { useContent } from './useContent.ts';
import { useNow } from './useNow.ts';
import { usePastFold } from './usePastFold.ts';

/** The agenda as a timeline (§2), whole or filtered. */
export function AgendaPage() {
  const query = useContent();
  const { data, error } = query;
  const [chosenFilter, setFilter] = useState(readAgendaFilter);
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const fold = usePastFold();
  const items = useMemo(() => data?.filter(isOnAgenda) ?? [], [data]);
  const buttons = agendaFilters(items);
  // A filter without a button could not be cleared.
  const filter = buttons.find(({ category }) => category === chosenFilter)?.category;
  const now = useNow((instant) => agendaTiming(items, instant).changesAt);
  // The labels come from the whole agenda: a filter must not change which session is next.
  const { entries } = useMemo(() => agendaTiming(items, now), [items, now]);
  const shown = useMemo(() => entries.filter(({ item }) => !filter || item.category === filter), [entries, filter]);
  const days = useMemo(() => foldPast(agendaDays(shown), fold.foldedAt), [shown, fold.foldedAt]);
  const isFilterEmpty = entries.length > 0 && shown.length === 0;

  const select = (chosen: AgendaFilter | undefined) => {
    writeAgendaFilter(chosen);
    setFilter(chosen);
  };

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <hgroup>
          <h1>Agenda</h1>
          <AsOf query={query} />
        </hgroup>
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
          onClear={() => select(undefined)}
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
