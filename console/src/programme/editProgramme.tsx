import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { useState } from 'react';
import { readStaffCall, sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import type { StaffReadName } from '../api/staffApi.ts';
import { showAnswer } from '../api/store.ts';
import { toastCaution, toastDone, toastProblem } from '../api/toasts.ts';
import { countText } from '../page/countText.ts';
import { askInDialog } from '../page/dialogSlot.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { type Choice, conflictsOf, resolveConflicts } from './conflicts.ts';
import { applyEdits } from './programmeEdits.ts';

/** What the draft's edits change. */
export const DRAFT_READS: StaffReadName[] = ['getProgramme', 'getProgrammeChanges'];

interface Edited {
  /** The ids of the added entries, in the order of the edits. */
  added: string[];
  /** What takes them back. */
  undo: ProgrammeEdit[];
}

/**
 * Edits the draft, all or nothing. Where another member has changed the same, a dialog shows both texts.
 * @param done what a toast says of it, with a button that takes it back
 * @returns undefined if the member has closed that dialog: nothing was saved
 * @throws StaffFailure
 */
export async function editProgramme(edits: ProgrammeEdit[], done?: string): Promise<Edited | undefined> {
  let next = edits;
  while (next.length > 0) {
    const sent = next;
    const { results } = await sendStaffCall('editProgramme', { edits: sent }, DRAFT_READS, (answer) =>
      showEdits(sent, answer.results),
    );
    if (results.conflicts.length === 0) {
      if (done) toastDone(done, undoAction(results.undo));
      return results;
    }
    const { programme } = (await readStaffCall('getProgramme', {})).results;
    const conflicts = conflictsOf(sent, results.conflicts);
    const choices = await askInDialog<ReadonlyMap<number, Choice> | undefined>((answer) => (
      <ConflictDialog conflicts={conflicts} programme={programme} onAnswer={answer} />
    ));
    if (!choices) return undefined;
    next = resolveConflicts(sent, conflicts, choices, programme);
  }
  return { added: [], undo: [] };
}

/** The edits show at once; then the draft is read again. */
function showEdits(
  edits: ProgrammeEdit[],
  { version, conflicts, added }: { version: number; conflicts: unknown[]; added: string[] },
): Promise<void> | undefined {
  if (conflicts.length > 0) return undefined;
  return showAnswer('getProgramme', {}, (shown) => {
    if (!shown) return undefined;
    const { results } = shown;
    const programme = applyEdits(results.programme, edits, added);
    return { ...shown, results: { ...results, programme, draft: { ...results.draft, version } } };
  });
}

/** @param problems of what was edited: it is saved, and cannot be published */
export function toastEdited(done: string, { undo }: Edited, problems: number): void {
  if (problems === 0) toastDone(done, undoAction(undo));
  else toastCaution(`${done} ${countText(problems, 'problem')} to correct before you publish.`, undoAction(undo));
}

const undoAction = (undo: ProgrammeEdit[]) =>
  undo.length === 0 ? undefined : { label: 'Undo', run: () => void tryToEdit(undo, 'Taken back.') };

/** The same for a button: a toast shows why it failed. */
export async function tryToEdit(edits: ProgrammeEdit[], done: string): Promise<Edited | undefined> {
  try {
    return await editProgramme(edits, done);
  } catch (error) {
    const failure = shownFailure(error);
    const [detail] = Object.values(failure?.errors ?? {});
    if (failure) toastProblem(detail ?? failure.message, failure.traceId);
    return undefined;
  }
}

/** {@link tryToEdit} for a screen that shows that it is under way. */
export function useEdit() {
  const [isSending, setSending] = useState(false);
  const edit = async (edits: ProgrammeEdit[], done: string) => {
    setSending(true);
    const edited = await tryToEdit(edits, done);
    setSending(false);
    return edited;
  };
  return { edit, isSending };
}
