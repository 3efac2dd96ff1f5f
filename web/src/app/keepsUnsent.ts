import type { Store } from '@reduxjs/toolkit';
import { sendUnsent } from '../api/queue/sendUnsent.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { notifyError } from '../toasts/toasts.ts';

/**
 * A link that signs another account in would delete what this one has not sent. So that is sent first. Returns whether
 * something is left: then the account stays, and a toast says why (decision 039).
 */
export async function keepsUnsent(store: Store<SessionRootState>): Promise<boolean> {
  const { length } = await sendUnsent(store);
  if (length === 0) return false;
  notifyError({ data: { message: 'You stay signed in: something you did is not sent yet. Your profile lists it.' } });
  return true;
}
