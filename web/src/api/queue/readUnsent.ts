import type { PendingWrite } from '../../device/pendingWrite.ts';
import type { SessionRootState } from '../../session/sessionReducers.ts';
import { readJournal } from '../../session/writeJournal.ts';
import { timeout } from '../../time.ts';

/** A phone or a network that does not answer must not keep a session open. */
const READ_TIMEOUT_MS = 3000;

/**
 * What the account has written and the server has not acknowledged, each once: what this tab knows, and what the phone
 * keeps, which a tab that has just started may not have read yet.
 */
export async function readUnsent({ session, writes }: SessionRootState): Promise<PendingWrite[]> {
  const accountId = session.profile?.id ?? '';
  const reading = import('../../device/deviceStore.ts').then(({ readWrites }) => readWrites(accountId));
  // The code may fail to load.
  const stored = await Promise.race([reading.catch(() => undefined), timeout(READ_TIMEOUT_MS)]);
  const known = [...(stored ?? []), ...readJournal(accountId), ...writes];
  return [...new Map(known.map((write) => [write.idempotencyKey, write])).values()];
}
