import { mayHoldData } from '../device/mayHoldData.ts';
import { dropAccountDrafts } from './drafts.ts';
import { dropJournal } from './localStorageJournal.ts';
import type { SessionState } from './sessionSlice.ts';

/** Deletes what the phone keeps of an account: after the answer that somebody else registered, it is theirs. */
export async function emptyDevice(): Promise<void> {
  dropJournal();
  dropAccountDrafts();
  if (!(await mayHoldData())) return;
  const { deleteExcept } = await import('../device/keptWritesAndReplies.ts');
  await deleteExcept({});
}

/** Tidies at a start of the app. A tab that showed another site, or that the phone had put away, has missed the sign-out. */
export function tidyAtStart(getSession: () => SessionState): Promise<void> {
  const { profile, hasEnded } = getSession();
  if (!hasEnded) dropAccountDrafts(profile?.id);
  return tidyDevice(getSession);
}

/**
 * Deletes what the phone keeps for others than the signed-in account (decision 038). Runs whenever the account changes,
 * in every tab, and at each start, since a tab may be closed before it is done.
 */
export async function tidyDevice(getSession: () => SessionState): Promise<void> {
  const session = getSession();
  if (session.profile || !session.hasEnded) dropJournal(session.profile?.id);
  try {
    if (!(await mayHoldData())) return;
    const { deleteExcept } = await import('../device/keptWritesAndReplies.ts');
    // Not what was current when this began: in between, somebody may have signed in.
    const { profile, hasEnded } = getSession();
    if (profile) await deleteExcept({ repliesOf: profile.id, writesOf: profile.id });
    // After the server ended the session, unsent writes wait for the next sign-in of their account.
    else await deleteExcept(hasEnded ? { writesOf: 'everyone' } : {});
  } catch {
    // The next start tries again.
  }
}
