import { useMemo } from 'react';
import { Button } from '../ui/Button.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { agendaTiming } from './agendaTiming.ts';
import styles from './DashboardPage.module.css';
import { LoadingCards } from './LoadingCards.tsx';
import { isOnAgenda, speakersOf } from './programme.ts';
import { SessionCard } from './SessionCard.tsx';
import { useContent } from './useContent.ts';
import { useNow } from './useNow.ts';

/** The current or next agenda item and the one that follows it (§4), kept right as time passes. */
export function NowAndNext() {
  const { data, isError, refetch } = useContent();
  const items = useMemo(() => data?.filter(isOnAgenda) ?? [], [data]);
  const now = useNow((instant) => agendaTiming(items, instant).changesAt);
  const { entries, featured, following } = agendaTiming(items, now);

  if (!data && !isError) return <LoadingCards />;
  if (entries.length === 0) {
    return (
      <Message icon={<AgendaIcon />} action={isError && <Button onClick={refetch}>Try again</Button>}>
        <p>Agenda is not available at the moment.</p>
      </Message>
    );
  }
  if (!featured) {
    return (
      <Message icon={<AgendaIcon />}>
        <p>The summit has ended. Thank you for being part of it.</p>
      </Message>
    );
  }
  return (
    <section className={styles.cards} aria-label="Now and next">
      {[featured, following].map(
        (entry) =>
          entry && (
            <SessionCard
              key={entry === featured ? 'featured' : 'following'}
              entry={entry}
              speakers={speakersOf(entry.item, data ?? [])}
              now={now}
              featured={entry === featured}
            />
          ),
      )}
    </section>
  );
}
