import { useNavigate } from 'react-router';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useEventInfo } from '../page/useEventInfo.ts';
import { useContent } from '../page/useLists.ts';
import { useShownCount } from '../page/useShownCount.ts';
import { paths } from '../paths.ts';
import { ProfileIcon } from '../ui/icons.tsx';
import { AgendaFilters } from './AgendaFilters.tsx';
import styles from './AgendaPage.module.css';
import { agendaFilters } from './agendaFilter.ts';
import { isSpeaker } from './contentItems.ts';
import { ItemLinks } from './ItemLinks.tsx';
import { LIST, LoadingCards } from './LoadingCards.tsx';
import { useChosenFilter } from './useChosenFilter.ts';

/** A screen shows seven at most. */
const SPEAKERS_SHOWN = { first: 8, step: 8 };

/** All speakers (§2), in the order of the content list. The filters lead back to the agenda. */
export function SpeakersPage() {
  const navigate = useNavigate();
  const query = useContent();
  const { data } = query;
  const event = useEventInfo();
  const [, choose] = useChosenFilter();
  const buttons = agendaFilters(data ?? [], event);
  const title = buttons.at(-1)?.label ?? '';
  const speakers = data?.filter(isSpeaker) ?? [];
  const count = useShownCount(speakers.length, SPEAKERS_SHOWN);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <hgroup>
          <h1>{title}</h1>
          <AsOf query={query} />
        </hgroup>
      </header>
      <AgendaFilters
        buttons={buttons}
        selected="Speakers"
        onSelect={(filter) => {
          choose(filter);
          navigate(paths.agenda);
        }}
      />
      {speakers.length === 0 ? (
        <EmptyState
          query={query}
          placeholder={<LoadingCards lines={LIST} className={styles.list} />}
          icon={<ProfileIcon />}
        >
          <p>No speakers available at the moment.</p>
        </EmptyState>
      ) : (
        <div className={styles.list}>
          <ItemLinks items={speakers.slice(0, count)} label="Speakers" from={title} />
        </div>
      )}
    </div>
  );
}
