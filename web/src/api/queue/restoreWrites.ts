import { readWrites } from '../../device/deviceStore.ts';
import { writesRead } from '../../session/writesSlice.ts';
import { sessionState } from '../sessionState.ts';
import type { QueueStore } from './queuedCalls.ts';

/** Reads what waits on the phone, so that the first screen shows it. */
export async function restoreWrites(store: QueueStore, accountId: string): Promise<void> {
  // A busy phone may open its database too late for the first attempt.
  const stored = (await readWrites(accountId)) ?? (await readWrites(accountId));
  // In between, the account may have changed.
  if (stored && sessionState(store).session.profile?.id === accountId) store.dispatch(writesRead(stored));
}
