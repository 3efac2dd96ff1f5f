import { CheckIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Loaded } from '../page/Loaded.tsx';
import { ChangeLists } from './ChangeLists.tsx';
import { Findings } from './Findings.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { PublishActions } from './PublishActions.tsx';
import styles from './PublishPage.module.css';
import { PLACE_NAMES } from './programmeNames.ts';
import { Revisions } from './Revisions.tsx';
import type { Draft } from './useProgramme.ts';

/** What attendees will see instead of what they see now: published at once or at a time, and taken back. */
export const PublishPage = () => (
  <ProgrammeFrame title={PLACE_NAMES.publish} place="publish">
    {(draft) => (
      <>
        <PublishActions draft={draft} />
        <Findings draft={draft} />
        <Changes draft={draft} />
        <Revisions draft={draft} />
      </>
    )}
  </ProgrammeFrame>
);

function Changes({ draft: { programme } }: { draft: Draft }) {
  const query = useStaffQuery('getProgrammeChanges', {}, { live: ['programme'] });
  return (
    <section aria-labelledby="changes" className={styles.part}>
      <h2 id="changes">What would change</h2>
      <Loaded query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <Message icon={<CheckIcon />}>Attendees see everything as it is here.</Message>
          ) : (
            <ChangeLists changes={results} programme={programme} />
          )
        }
      </Loaded>
    </section>
  );
}
