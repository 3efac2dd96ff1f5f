import type { Store } from '@reduxjs/toolkit';
import type { PendingWrite } from '../device/pendingWrite.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { readUnsent } from '../session/writeJournal.ts';
import { timeout } from '../time.ts';

async function loadQueue() {
  // Each call says how the queue sends it.
  await import('./queuedEndpoints.ts');
  return import('./queueOf.ts');
}

/** How long to load the code that sends, and to send. */
const SEND_TIMEOUT_MS = 3000;

/** Sends what can be sent, before the account leaves this phone. @returns what is left */
export async function sendUnsent(store: Store<SessionRootState>): Promise<PendingWrite[]> {
  if (selectIsAuthenticated(store.getState())) {
    const sending = loadQueue().then(({ queueOf }) => queueOf(store).sendLeft());
    // The code may fail to load, or never arrive.
    await Promise.race([sending.catch(() => {}), timeout(SEND_TIMEOUT_MS)]);
  }
  return readUnsent(store.getState());
}
