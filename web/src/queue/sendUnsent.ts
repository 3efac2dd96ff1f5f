import type { Store } from '@reduxjs/toolkit';
import type { PendingWrite } from '../device/pendingWrite.ts';
import { readUnsent } from '../session/localStorageJournal.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectUsableAccountId } from '../session/sessionSlice.ts';
import { timeout } from '../time.ts';
import { notifyError } from '../toasts/toasts.ts';

/** How long to load the code that sends, and to send. */
const SEND_TIMEOUT_MS = 3000;

/** Sends what can be sent, before the account leaves this phone. @returns what is left */
export async function sendUnsent(store: Store<SessionRootState>): Promise<PendingWrite[]> {
  if (selectUsableAccountId(store.getState()) !== undefined) {
    const sending = import('./queuedEndpoints.ts').then(({ queueOf }) => queueOf(store).sendLeft());
    // The code may fail to load, or never arrive.
    await Promise.race([sending.catch(() => {}), timeout(SEND_TIMEOUT_MS)]);
  }
  return readUnsent(store.getState());
}

/**
 * Sends what this account has not sent, before a link signs in another one, which would delete it. Returns whether
 * everything is sent. If not, the account stays, and a toast says why (decision 039).
 */
export async function sendBeforeSignIn(store: Store<SessionRootState>): Promise<boolean> {
  const left = await sendUnsent(store);
  if (left.length === 0) return true;
  notifyError({ data: { message: 'You stay signed in: something you did is not sent yet. Your profile lists it.' } });
  return false;
}
