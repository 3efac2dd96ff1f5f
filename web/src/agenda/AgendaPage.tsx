import type { ContentItem } from '@companion/contract/content';
import { useMemo, useState } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useEventInfo } from '../page/useEventInfo.ts';
import { useContent } from '../page/useLists.ts';
import { Button } from '../ui/Button.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { AgendaFilters } from './AgendaFilters.tsx';
import styles from './AgendaPage.module.css';
import { agendaDays, type FoldedDay, foldPast } from './agendaDays.ts';
import { agendaFilters, MINE } from './agendaFilter.ts';
import { agendaTiming } from './agendaTiming.ts';
import { AgendaCalendarLinks, CalendarToggle } from './CalendarLinks.tsx';
import { isOnAgenda, sessionLinkId } from './contentItems.ts';
import { LIST, LoadingCards } from './LoadingCards.tsx';
import { notesOnSaved } from './notesOnSaved.ts';
import { type PastFold, usePastFold } from './PastSessions.tsx';
import { Timeline } from './Timeline.tsx';
import { useChosenFilter } from './useChosenFilter.ts';
import { useNow } from './useNow.ts';

/** The agenda as a timeline (§2), whole or filtered. */
export function AgendaPage() {
  const query = useContent();
  const { data } = query;
  const [chosenFilter, select] = useChosenFilter();
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const fold = usePastFold();
  const items = useMemo(() => data?.filter(isOnAgenda) ?? [], [data]);
  const buttons = agendaFilters(items, useEventInfo());
  // A filter without a button could not be cleared.
  const filter = chosenFilter === MINE ? MINE : buttons.find(({ category }) => category === chosenFilter)?.category;
  const now = useNow((instant) => agendaTiming(items, instant).changesAt);
  // The labels come from the whole agenda: a filter must not change which session is next.
  const { entries } = useMemo(() => agendaTiming(items, now), [items, now]);
  const shown = useMemo(
    () => entries.filter(({ item }) => !filter || (filter === MINE ? item.saved : item.category === filter)),
    [entries, filter],
  );
  const notes = useMemo(() => (filter === MINE ? notesOnSaved(shown) : undefined), [shown, filter]);
  const days = useMemo(() => foldPast(agendaDays(shown), fold.foldedAt), [shown, fold.foldedAt]);
  const isFilterEmpty = entries.length > 0 && shown.length === 0;

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
      {isFilterEmpty && (
        <EmptyFilter
          text={
            filter === MINE
              ? noneOfMine(data?.some(({ saved }) => saved))
              : `There are no sessions under ${buttons.find(({ category }) => category === filter)?.label}.`
          }
          onClear={() => select(undefined)}
        />
      )}
      {entries.length === 0 && (
        <EmptyState
          query={query}
          placeholder={<LoadingCards lines={LIST} className={styles.list} />}
          icon={<AgendaIcon />}
        >
          <p>Agenda is not available at the moment.</p>
        </EmptyState>
      )}
      {data && <Timeline days={days} fold={fold} content={data} now={now} notes={notes} />}
    </div>
  );
}

const noneOfMine = (hasSaved: boolean | undefined) =>
  hasSaved
    ? 'What you have saved has no time yet. My Things, under Profile, has all of it.'
    : 'You have not saved a session yet. Press the bookmark of a session, and you find it here.';

interface EmptyFilterProps {
  text: string;
  onClear: () => void;
}

/** Shows when the agenda has sessions, but none matches the filter. */
function EmptyFilter({ text, onClear }: EmptyFilterProps) {
  const clear = () => {
    // The focused button disappears with this message, so the filter's button gets the focus.
    document.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    onClear();
  };
  return (
    <Message icon={<AgendaIcon />} action={<Button onClick={clear}>Show the whole agenda</Button>}>
      <p>{text}</p>
    </Message>
  );
}

/**
 * Scrolls past sessions that are over to the one that is on, or to the next. Hidden if that is the first in the list.
 */
function JumpToNow({ days, fold }: { days: readonly FoldedDay<ContentItem>[]; fold: PastFold }) {
  const entries = days.flatMap(({ start, slots, ahead }) =>
    (fold.isUnfolded(start) ? slots : ahead).flatMap((slot) => slot.entries),
  );
  const position = entries.findIndex(({ timing }) => timing === 'current' || timing === 'next');
  const target = entries[position];
  if (!target || position === 0) return null;
  return (
    <Button
      variant="secondary"
      onClick={() => {
        const link = document.getElementById(sessionLinkId(target.item));
        link?.scrollIntoView({ block: 'center' });
        link?.focus({ preventScroll: true });
      }}
    >
      {target.timing === 'current' ? 'Show what is on now' : 'Show what is next'}
    </Button>
  );
}
