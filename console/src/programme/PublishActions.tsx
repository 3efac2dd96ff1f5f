import { EDITS_MAX } from '@companion/contract/staff/programme';
import { sendStaffCall, shownFailure, useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { tryToEdit } from './editProgramme.tsx';
import { changesText } from './groupChanges.ts';
import styles from './PublishActions.module.css';
import { PublishLater, planText } from './PublishLater.tsx';
import { PUBLISHED_READS } from './publishedReads.ts';
import type { Draft } from './useProgramme.ts';

const CONFLICT = 'Another member has edited the draft meanwhile. Look at what would change, and try again.';
const CHANGED_SINCE = 'Another member has edited or published since, so nothing is taken back. Revisions are below.';

/** Publishes the draft, now or later, or drops it. */
export function PublishActions({ draft: { draft, problems, programme } }: { draft: Draft }) {
  const publishing = useStaffMutation('publishProgramme', PUBLISHED_READS, { conflict: CONFLICT });
  const discarding = useStaffMutation('discardDraft', PUBLISHED_READS, { conflict: CONFLICT });
  const { version, revision, changes, publishAt } = draft;
  const zone = String(programme.event.timeZone ?? '');
  const nothing = changes === 0 ? 'Nothing has changed.' : undefined;
  const unavailable = problems.length > 0 ? 'Correct the problems below first.' : nothing;

  const publish = async () => {
    const answer = await publishing.send({ version });
    if (!answer) return;
    const done = `${changesText(changes)} published. Open phones show it within seconds.`;
    toastDone(done, revision > 0 ? { label: 'Undo', run: () => void undoPublish(revision, version) } : undefined);
  };
  const discard = async () => {
    const answer = await discarding.send({ version });
    if (!answer) return false;
    const { undo } = answer.results;
    const done = `${changesText(changes)} discarded.${publishAt ? ' The plan to publish is given up.' : ''}`;
    if (undo.length === 0) return toastDone(`${done} They are too many to be brought back.`);
    const back = `The changes are back in the draft.${publishAt ? ' Plan again when they are published.' : ''}`;
    return toastDone(done, { label: 'Undo', run: () => void tryToEdit(undo, back) });
  };
  return (
    <section aria-label="Publish the draft" className={styles.actions}>
      <div className={styles.now}>
        <ActionButton busy={publishing.isSending} unavailable={unavailable} onPress={() => void publish()}>
          Publish now
        </ActionButton>
        {changes > 0 && (
          <ConfirmButton
            action="Discard"
            label="Discard the draft"
            title={`Discard ${changesText(changes)}?`}
            busy={discarding.isSending}
            onConfirm={discard}
          >
            <p>The draft becomes what attendees see. That concerns what every member has edited since.</p>
            {changes > EDITS_MAX && <p>They are too many to be brought back.</p>}
            {publishAt && (
              <p>
                It would have been published <b>{planText(publishAt, zone)}</b>. That is given up, too.
              </p>
            )}
          </ConfirmButton>
        )}
      </div>
      <p className={styles.stays}>
        Whatever you publish or roll back: votes, comments, answers and questions from the hall stay.
      </p>
      <PublishLater draft={draft} zone={zone} unavailable={unavailable} />
    </section>
  );
}

/**
 * Rolls back to the revision before. If the draft was edited or something else was published since, nothing happens.
 * @param version of the draft that was published: publishing keeps it, and whatever is edited or published later raises it
 */
async function undoPublish(revision: number, version: number): Promise<void> {
  try {
    await sendStaffCall('rollBackProgramme', { revision: String(revision), version }, PUBLISHED_READS);
    toastDone('Attendees see again what they saw before. Your changes are in the revision below.');
  } catch (error) {
    const failure = shownFailure(error);
    if (failure?.status === 409) toastProblem(CHANGED_SINCE);
    else if (failure) toastProblem(failure.message, failure.traceId);
  }
}
