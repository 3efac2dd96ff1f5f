import type { Store } from '@reduxjs/toolkit';
import type { PendingWrite } from '../../device/pendingWrite.ts';
import type { SessionRootState } from '../../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../../session/sessionSlice.ts';
import { timeout } from '../../time.ts';
import { loadSender } from './makeWrite.ts';
import { readUnsent } from './readUnsent.ts';

/** How long to load the sender's code and send. */
const SEND_TIMEOUT_MS = 3000;

/** Sends what can be sent, before the account leaves this phone. @returns what is left */
export async function sendUnsent(store: Store<SessionRootState>): Promise<PendingWrite[]> {
  if (selectIsAuthenticated(store.getState())) {
    const sending = loadSender().then(({ senderOf }) => senderOf(store).sendLeft());
    // The sender's code may fail to load, or never arrive.
    await Promise.race([sending.catch(() => {}), timeout(SEND_TIMEOUT_MS)]);
  }
  return readUnsent(store.getState());
}
