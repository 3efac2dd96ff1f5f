import type { Revision } from '@companion/contract/staff/programme';
import { useState } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { ShortList } from '../page/ShortList.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { ChangeLists } from './ChangeLists.tsx';
import { changesText } from './groupChanges.ts';
import styles from './Revisions.module.css';
import { RollBack } from './RollBack.tsx';
import type { Draft } from './useProgramme.ts';

const ORIGINS: Record<Revision['origin'], string> = {
  start: 'From the event pack, as the server started',
  load: 'From the event pack, by the command “event load”',
  console: 'Published',
  planned: 'Published as planned',
  rollback: 'Rolled back',
  demo: 'The demo event',
};

/** Everything that was published: who, when, what changed, and back to it. */
export function Revisions({ draft }: { draft: Draft }) {
  const query = useStaffQuery('getRevisions', {}, { live: ['programme'] });
  return (
    <section aria-labelledby="revisions" className={styles.revisions}>
      <h2 id="revisions">Revisions</h2>
      <Loaded query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={listStyles.none}>Nothing was published yet.</p>
          ) : (
            <ShortList items={results} name="revisions" label="Search the revisions" textOf={textOf}>
              {(revision) => <Row key={revision.revision} draft={draft} revision={revision} />}
            </ShortList>
          )
        }
      </Loaded>
    </section>
  );
}

const nameOf = ({ revision }: Revision): string => `Revision ${revision}`;

const textOf = (revision: Revision): string =>
  [nameOf(revision), ORIGINS[revision.origin], revision.by, dateTimeText(revision.publishedAt)].join(' ');

function Row({ draft, revision }: { draft: Draft; revision: Revision }) {
  const [isOpen, setOpen] = useState(false);
  const { origin, by, publishedAt, changes } = revision;
  const name = nameOf(revision);
  const isCurrent = revision.revision === draft.draft.revision;
  return (
    <li className={listStyles.row}>
      <div className={listStyles.text}>
        <span className={styles.name}>
          <b>{name}</b>
          {isCurrent && <Badge tone="go">What attendees see</Badge>}
        </span>
        <span>
          {ORIGINS[origin]}
          {by && (
            <>
              {' '}
              by <span className="written">{by}</span>
            </>
          )}
          , {changesText(changes).toLowerCase()}
        </span>
        <span className={listStyles.detail}>{dateTimeText(publishedAt)}</span>
      </div>
      <div className={listStyles.actions}>
        <RowButton aria-expanded={isOpen} aria-label={`What changed: ${name}`} onPress={() => setOpen(!isOpen)}>
          What changed
        </RowButton>
        {!isCurrent && <RollBack draft={draft} revision={revision.revision} />}
      </div>
      {isOpen && <Made draft={draft} revision={revision.revision} />}
    </li>
  );
}

function Made({ draft, revision }: { draft: Draft; revision: number }) {
  const query = useStaffQuery('getRevisionChanges', { revision: String(revision) });
  return (
    <div className={styles.made}>
      <Loaded query={query}>
        {({ results }) =>
          results.made.length === 0 ? (
            <p>It has the same as the revision before.</p>
          ) : (
            <ChangeLists changes={results.made} programme={draft.programme} />
          )
        }
      </Loaded>
    </div>
  );
}
