import type { logout } from '@companion/contract/session';
import type * as z from 'zod/mini';
import { sharedStorage } from '../session/safeStorage.ts';
import type { AppStore } from './api.ts';
import { sessionApi } from './sessionApi.ts';

/**
 * A sign-out of which the server has not answered. Until it knows, the link that has signed in would do so again on this
 * phone, which others may use, and what is pushed to the account would show here.
 */
const UNANSWERED = 'signOut';

type SignOut = z.infer<typeof logout.body>;

/** Tells the server of a sign-out: now, or else when it can be reached, at the next start and before the next link. */
export function signOutAtServer(store: Pick<AppStore, 'dispatch'>, signOut: SignOut): void {
  sharedStorage.writeJson(UNANSWERED, signOut);
  void sendSignOut(store);
}

export async function sendSignOut({ dispatch }: Pick<AppStore, 'dispatch'>): Promise<void> {
  const stored = sharedStorage.read(UNANSWERED);
  if (stored === null) return;
  const { error } = await dispatch(sessionApi.endpoints.logout.initiate(JSON.parse(stored)));
  const status = Object(error).status;
  // What the server rejects, it would reject again.
  const isAnswered = !error || (typeof status === 'number' && status < 500 && status !== 429);
  if (isAnswered && sharedStorage.read(UNANSWERED) === stored) sharedStorage.remove(UNANSWERED);
}
