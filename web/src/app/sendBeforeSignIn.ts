import type { Store } from '@reduxjs/toolkit';
import { sendUnsent } from '../queue/sendUnsent.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { notifyError } from '../toasts/toasts.ts';

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
