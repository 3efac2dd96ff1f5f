import type { Store } from '@reduxjs/toolkit';
import { sendBeforeSignIn } from '../queue/sendUnsent.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { readAuthToken } from '../session/storedSession.ts';
import { signOutAtServer } from './serverSignOut.ts';

/**
 * Signs in another account on a phone that is signed in, once everything of the one before is sent (decision 039), and
 * tells the server that its session is over.
 * @returns whether it did; if not, a toast says why
 */
export async function replaceAccount(store: Store<SessionRootState>, signIn: () => Promise<unknown>): Promise<boolean> {
  if (!(await sendBeforeSignIn(store))) return false;
  // Read only now: sending may have renewed it.
  const { refreshToken } = store.getState().session;
  const token = readAuthToken();
  await signIn();
  if (refreshToken) signOutAtServer(store, { refresh_token: refreshToken, token });
  return true;
}
