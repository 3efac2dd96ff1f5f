import type { Presence } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../page/Badge.tsx';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { dayTimeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';
import { findingPath } from './findingPath.ts';
import styles from './ProgrammeFrame.module.css';
import { PLACE_NAMES, placeName } from './programmeNames.ts';
import { PresenceContext, useOthersAt, usePresence } from './usePresence.ts';
import { type Draft, useProgramme } from './useProgramme.ts';

interface ProgrammeFrameProps {
  /** The heading; of an entry by its title, once the draft is there. */
  title: string | ((draft: Draft) => string);
  /** Where the member is, for the others: a list, a record, or `list/id`. */
  place: string;
  /** Above the heading, such as the way back to the list. */
  up?: ReactNode;
  actions?: ReactNode | ((draft: Draft) => ReactNode);
  children: (draft: Draft) => ReactNode;
}

/** What every screen of the programme has: its heading, what is not published, and who else is here. */
export function ProgrammeFrame({ title, place, up, actions, children }: ProgrammeFrameProps) {
  const query = useProgramme();
  const others = usePresence(place);
  const draft = query.data?.results;
  const heading = typeof title === 'string' ? title : draft ? title(draft) : 'Programme';
  const shownActions = typeof actions === 'function' ? draft && actions(draft) : actions;
  return (
    <PresenceContext value={others}>
      {up}
      <PageHead title={heading} actions={shownActions}>
        {draft && <DraftLine draft={draft} place={place} />}
      </PageHead>
      {draft && <Others others={others} draft={draft} />}
      <Loaded query={query}>{({ results }) => children(results)}</Loaded>
    </PresenceContext>
  );
}

/** How far the draft is from what attendees see. */
function DraftLine({ draft: { draft, problems }, place }: { draft: Draft; place: string }) {
  const { changes, revision, publishAt, publishFailedAt } = draft;
  const pending = `${countText(changes, 'change')} ${changes === 1 ? 'is' : 'are'} not published.`;
  const isPublished = revision > 0 && changes === 0;
  const [problem] = problems;
  return (
    <>
      {revision === 0 ? 'Nothing is published yet.' : isPublished ? 'Everything is published.' : pending}{' '}
      {problem && (
        <>
          <Link to={findingPath(problem)}>{countText(problems.length, 'problem')} to correct first</Link>.{' '}
        </>
      )}
      {publishFailedAt && 'It was not published as planned. '}
      {publishAt && `It will be published ${dayTimeText(publishAt)}. `}
      {revision === 0 && place !== 'setup' && <Link to={paths.setUp}>Set up the event</Link>}
      {revision > 0 && !isPublished && place !== 'publish' && <Link to={paths.publish}>Review and publish</Link>}
    </>
  );
}

/** Who else is in the draft, and where. */
function Others({ others, draft }: { others: Presence[]; draft: Draft }) {
  if (others.length === 0) return null;
  return (
    <p className={styles.others}>
      Also here:{' '}
      {others.map(({ staffId, name, place }, index) => (
        <span key={`${staffId} ${place}`} className="written">
          {index > 0 && ', '}
          <b>{name}</b> ({whereText(draft, place)})
        </span>
      ))}
    </p>
  );
}

/** `agenda/opening` by the title of the session, `agenda` by the name of the screen. */
function whereText({ programme }: Draft, place: string): string {
  const [name = '', id] = place.split('/');
  const screen = (Object.keys(PLACE_NAMES) as (keyof typeof PLACE_NAMES)[]).find((key) => key === name);
  if (!screen) return 'Programme';
  return id && screen !== 'publish' ? placeName(programme, { list: screen, id }) : PLACE_NAMES[screen];
}

/** Beside an entry of a list: the members who have it open. */
export function HereNow({ place }: { place: string }) {
  const names = useOthersAt(place);
  return names && <Badge tone="stage">{names}</Badge>;
}
