import { useState } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { ChangeLists } from './ChangeLists.tsx';
import { PUBLISHED_READS } from './publishedReads.ts';
import styles from './RollBack.module.css';
import type { Draft } from './useProgramme.ts';

interface RollBackProps {
  draft: Draft;
  revision: number;
}

/** Publishes an earlier revision again, once its button was pressed in view of what that changes. */
export function RollBack({ draft, revision }: RollBackProps) {
  const [isAsking, setAsking] = useState(false);
  const { send } = useStaffMutation('rollBackProgramme', PUBLISHED_READS);
  const { changes, version } = draft.draft;
  const rollBack = async () => {
    const answer = await send({ revision: String(revision), version });
    if (!answer) return false;
    return toastDone(`Attendees see revision ${revision} again. It is now revision ${answer.results.revision}.`);
  };
  return (
    <>
      <RowButton
        aria-label={`Roll back to revision ${revision}`}
        unavailable={changes > 0 ? 'Publish or discard the draft first: its changes would be lost.' : undefined}
        onPress={() => setAsking(true)}
      >
        Roll back
      </RowButton>
      {isAsking && (
        <ConfirmDialog
          title={`Roll back to revision ${revision}?`}
          action="Roll back"
          variant="primary"
          onConfirm={rollBack}
          onClose={() => setAsking(false)}
        >
          <Preview draft={draft} revision={revision} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Preview({ draft, revision }: RollBackProps) {
  const query = useStaffQuery('getRevisionChanges', { revision: String(revision) });
  return (
    <>
      <p>
        It is published at once, as a new revision; those since then stay in the list. Votes, comments, answers and
        questions from the hall stay. Attendees will see these changes:
      </p>
      <div className={styles.changes}>
        <Loaded query={query}>
          {({ results }) =>
            results.rollback.length === 0 ? (
              <p>None: it has what they see now.</p>
            ) : (
              <ChangeLists changes={results.rollback} programme={draft.programme} />
            )
          }
        </Loaded>
      </div>
    </>
  );
}
