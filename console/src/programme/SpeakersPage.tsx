import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { Avatar } from '@companion/web/ui/Avatar.tsx';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Link } from 'react-router';
import { countText } from '../page/countText.ts';
import { hasWords } from '../page/hasWords.ts';
import { SpeakerIcon } from '../page/icons.tsx';
import listStyles from '../page/list.module.css';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryBadges } from './EntryBadges.tsx';
import styles from './EntryList.module.css';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { pictureOf } from './pictureUrl.ts';
import { textOf, textsOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import { useMoveEntry } from './useMoveEntry.ts';
import type { Draft } from './useProgramme.ts';

/** The speakers of the draft, in the order in which phones list them. */
export function SpeakersPage() {
  return (
    <ProgrammeFrame
      title="Speakers"
      place="speakers"
      actions={
        <Link to={paths.speaker(NEW_ENTRY)} className={buttonClass()}>
          New speaker
        </Link>
      }
    >
      {(draft) => <SpeakerList draft={draft} />}
    </ProgrammeFrame>
  );
}

function SpeakerList({ draft }: { draft: Draft }) {
  const { speakers } = draft.programme;
  const [{ q = '' }, setSearch] = useSearch<'q'>();
  const move = useMoveEntry('speakers');
  const found = speakers.filter(({ name, role, organization }) =>
    hasWords([name, role, organization].map(textOf).join(' '), q.trim()),
  );
  return (
    <>
      <SearchField label="Search a name or an organization" value={q} onSearch={(text) => setSearch({ q: text })} />
      {found.length === 0 ? (
        <Message icon={<SpeakerIcon />}>
          {speakers.length === 0 ? 'There are no speakers yet.' : 'No speakers match.'}
        </Message>
      ) : (
        <Card as="ul" className={listStyles.list}>
          {found.map((speaker) => (
            <SpeakerRow
              key={speaker.id}
              draft={draft}
              speaker={speaker}
              // Of some of them, the order says nothing.
              onMove={q === '' ? (by) => move(speaker, by) : undefined}
              index={speakers.indexOf(speaker)}
            />
          ))}
        </Card>
      )}
    </>
  );
}

interface SpeakerRowProps {
  draft: Draft;
  speaker: ProgrammeEntry;
  /** The place in the whole list. */
  index: number;
  onMove: ((by: 1 | -1) => void) | undefined;
}

function SpeakerRow({ draft, speaker, index, onMove }: SpeakerRowProps) {
  const { id, role, organization, picture } = speaker;
  const { agenda, speakers } = draft.programme;
  const sessions = agenda.filter((session) => textsOf(session.speakers).includes(id)).length;
  const name = entryTitle(speaker);
  return (
    <li className={listStyles.row} onKeyDown={onMove && orderKeys(onMove)}>
      <Avatar name={name} picture={pictureOf(draft, 'speakers', textOf(picture))} size="large" />
      <div className={listStyles.text}>
        <Link
          to={paths.speaker(id)}
          className={`written ${listStyles.name}`}
          aria-keyshortcuts={onMove ? ORDER_KEYS : undefined}
        >
          {name}
        </Link>
        <span className={`written ${listStyles.detail}`}>
          {[textOf(role), textOf(organization)].filter(Boolean).join(', ')}
        </span>
        <span className={listStyles.detail}>{sessions === 0 ? 'No session yet' : countText(sessions, 'session')}</span>
      </div>
      <EntryBadges draft={draft} list="speakers" id={id} />
      {onMove && (
        <div className={styles.order}>
          <OrderButtons name={name} isFirst={index === 0} isLast={index === speakers.length - 1} onMove={onMove} />
        </div>
      )}
    </li>
  );
}
