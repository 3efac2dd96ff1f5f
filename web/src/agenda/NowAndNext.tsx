import type { ContentItem } from '@companion/contract/content';
import { useMemo } from 'react';
import { formatDay, formatTimeWithZone, isSameDay } from '../formatTime.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { FROM_HOME } from '../page/origin.ts';
import { useContent } from '../page/useLists.ts';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { AgendaEntry, type AgendaEntryProps } from './AgendaEntry.tsx';
import rowStyles from './AgendaRow.module.css';
import { agendaTiming, type TimedEntry } from './agendaTiming.ts';
import { isOnAgenda, sessionLinkId, speakersOf } from './contentItems.ts';
import styles from './DashboardPage.module.css';
import { LoadingCards, NOW_AND_NEXT } from './LoadingCards.tsx';
import { nextSaved } from './notesOnSaved.ts';
import { SessionCard } from './SessionCard.tsx';
import { useNow } from './useNow.ts';

/** The agenda item that is on now, or the next one, and the one after it (§4). Updates as time passes. */
export function NowAndNext() {
  const query = useContent();
  const { data } = query;
  const content = data ?? [];
  const items = useMemo(() => data?.filter(isOnAgenda) ?? [], [data]);
  const now = useNow((instant) => agendaTiming(items, instant).changesAt);
  const { entries, featured, alsoCurrent, following } = agendaTiming(items, now);

  if (entries.length === 0) {
    return (
      <EmptyState query={query} placeholder={<LoadingCards lines={NOW_AND_NEXT} />} icon={<AgendaIcon />}>
        <p>Agenda is not available at the moment.</p>
      </EmptyState>
    );
  }
  if (!featured) {
    return (
      <Message icon={<AgendaIcon />}>
        <p>The event has ended. Thank you for being part of it.</p>
      </Message>
    );
  }
  return (
    <section className={styles.cards} aria-label="Now and next">
      <SessionCard entry={featured} speakers={speakersOf(featured.item, content)} now={now} featured />
      {alsoCurrent.length > 0 && (
        <div className={styles.also}>
          <h2>Also on now</h2>
          <Rows entries={alsoCurrent} content={content} now={now} />
        </div>
      )}
      {following && <SessionCard entry={following} speakers={speakersOf(following.item, content)} now={now} />}
      <YourNext entries={entries} content={content} now={now} />
    </section>
  );
}

interface YourNextProps extends Pick<AgendaEntryProps, 'content' | 'now'> {
  entries: readonly TimedEntry<ContentItem>[];
}

/** What the attendee has saved and begins next; nothing if nothing of it is ahead. */
function YourNext({ entries, content, now }: YourNextProps) {
  const saved = nextSaved(entries, now);
  const [{ start } = { start: 0 }] = saved;
  if (saved.length === 0) return null;
  return (
    <div className={styles.also}>
      <hgroup>
        <h2>Your next</h2>
        <p>
          {!isSameDay(start, now) && `${formatDay(start)}, `}
          {formatTimeWithZone(start)}
        </p>
      </hgroup>
      <Rows entries={saved} content={content} now={now} />
    </div>
  );
}

const Rows = ({ entries, content, now }: YourNextProps) => (
  <ul className={rowStyles.rows}>
    {entries.map((entry) => (
      <li key={sessionLinkId(entry.item)}>
        <AgendaEntry isRow entry={entry} content={content} now={now} heading="h3" from={FROM_HOME} />
      </li>
    ))}
  </ul>
);
