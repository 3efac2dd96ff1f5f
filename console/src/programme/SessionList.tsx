import { Card } from '@companion/web/ui/Card.tsx';
import { AgendaIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { Link } from 'react-router';
import { Filters } from '../page/Filters.tsx';
import { hasWords } from '../page/hasWords.ts';
import listStyles from '../page/list.module.css';
import { SearchField } from '../page/SearchField.tsx';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { Clashes } from './Clashes.tsx';
import { type Clash, findClashes } from './clashes.ts';
import { EntryBadges } from './EntryBadges.tsx';
import { placeName } from './programmeNames.ts';
import styles from './SessionList.module.css';
import { SessionSaves } from './SessionSaves.tsx';
import { dayName, daysOf, roomsOf, type Session, sessionsOf, spanText } from './schedule.ts';
import type { Draft } from './useProgramme.ts';

/** The sessions by day and time: searched, and filtered by day and room. */
export function SessionList({ draft }: { draft: Draft }) {
  const { programme } = draft;
  const [{ q = '', day = '', room = '' }, setSearch] = useSearch<'q' | 'day' | 'room'>();
  const sessions = sessionsOf(programme);
  const clashes = findClashes(sessions);
  const found = sessions.filter(
    (session) =>
      (day === '' || String(session.day) === day) &&
      (room === '' || session.room === room) &&
      hasWords(searchedText(draft, session), q),
  );
  const days = daysOf(programme);
  const groups = Map.groupBy(found, (session) => session.day);
  return (
    <>
      <Filters>
        <SearchField
          label="Search a session, a speaker or a room"
          value={q}
          onSearch={(text) => setSearch({ q: text })}
        />
        <SelectField
          label="Day"
          placeholder="All days"
          options={days.map((one) => [String(one), dayName(programme, one)])}
          value={day}
          onChange={({ currentTarget }) => setSearch({ day: currentTarget.value })}
        />
        <SelectField
          label="Room"
          placeholder="All rooms"
          options={roomsOf(sessions)}
          value={room}
          onChange={({ currentTarget }) => setSearch({ room: currentTarget.value })}
        />
      </Filters>
      {found.length === 0 && (
        <Message icon={<AgendaIcon filled={false} />}>
          {sessions.length === 0 ? 'There are no sessions yet.' : 'No sessions match.'}
        </Message>
      )}
      {[...groups].map(([one, ofDay]) => (
        <section key={one ?? 'none'} aria-labelledby={`day-${one ?? 'none'}`}>
          <h2 id={`day-${one ?? 'none'}`}>{one === undefined ? 'Without a day' : dayName(programme, one)}</h2>
          <Card as="ul" className={listStyles.list}>
            {ofDay.map((session) => (
              <SessionRow key={session.id} session={session} draft={draft} clashes={clashes.get(session.id) ?? []} />
            ))}
          </Card>
        </section>
      ))}
    </>
  );
}

interface SessionRowProps {
  session: Session;
  draft: Draft;
  clashes: Clash[];
}

function SessionRow({ session, draft, clashes }: SessionRowProps) {
  const { id, title, room } = session;
  return (
    <li className={`${listStyles.row} ${styles.row}`}>
      <span className={styles.time}>{spanText(session)}</span>
      <div className={listStyles.text}>
        <Link to={paths.session(id)} className={`written ${listStyles.name}`}>
          {title}
        </Link>
        <span className={`written ${listStyles.detail}`}>
          {[room, ...speakerNames(draft, session)].filter(Boolean).join(' · ')}
        </span>
        <SessionSaves draft={draft} session={session} />
        <Clashes clashes={clashes} programme={draft.programme} />
      </div>
      <EntryBadges draft={draft} list="agenda" id={id} />
    </li>
  );
}

const speakerNames = ({ programme }: Draft, { speakers }: Session): string[] =>
  speakers.map((id) => placeName(programme, { list: 'speakers', id }));

const searchedText = (draft: Draft, session: Session): string =>
  [session.title, session.room, ...speakerNames(draft, session)].join(' ');
