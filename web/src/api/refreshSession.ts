import { isServerAnswer } from '@companion/client/network/callFailure';
import { REFRESH_LOCK, REFRESH_LOCK_WAIT } from '@companion/contract/constants';
import { readableCredentials } from '@companion/contract/session';
import type { BaseQueryApi, FetchBaseQueryError, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import { readUnsent } from '../session/localStorageJournal.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { setCredentials, signOut } from '../session/sessionSlice.ts';
import { readCredentials } from '../session/storedSession.ts';
import { adoptStored } from '../session/syncTabs.ts';
import { reachability } from './server.ts';

export type RefreshResult =
  | { outcome: 'renewed' }
  /** The session has ended; this tab is signed out. */
  | { outcome: 'refused' }
  /** The session may still be valid: it is kept, and the next 401 tries again (decision 031). */
  | { outcome: 'unreachable'; error: FetchBaseQueryError };

/**
 * How long to hold the lock after storing new credentials. Other tabs see them only after a moment; released at once,
 * the lock would let the next tab refresh again.
 */
const STORAGE_SYNC_MS = 150;

/** Makes the `refresh` call. */
type Send = (
  refreshToken: string,
) => PromiseLike<QueryReturnValue<unknown, FetchBaseQueryError>> | QueryReturnValue<unknown, FetchBaseQueryError>;
type Store = Pick<BaseQueryApi, 'dispatch' | 'getState'>;

let running: Promise<RefreshResult> | undefined;

/**
 * Renews the session after a 401, once for all calls of this tab and for all tabs (§7): the tab that gets the lock
 * refreshes, the waiting tabs adopt the result.
 * @param rejected the access token that the server rejected
 */
export function refreshSession(rejected: string, store: Store, send: Send): Promise<RefreshResult> {
  running ??= underLock(() => adoptOrRefresh(rejected, store, send)).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * Replaces the session of the signed-in account by what a sign-in answers. Meanwhile no tab refreshes the session before,
 * which this sign-in may end: the refusal would sign out.
 */
export const replaceSession = <Result>(signIn: () => PromiseLike<Result>): Promise<Result> =>
  underLock(async () => signIn());

/** Does what stores new credentials under the lock of all tabs; without it, if it cannot be had in time. */
async function underLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Locks need a secure context; without them each tab refreshes on its own (§7).
  if (!navigator.locks) return work();
  // Another tab's refresh may be what nothing gets through to: that is silence, too.
  const watched = reachability.begin(() => {});
  let waiting = true;
  const lock = { signal: AbortSignal.timeout(REFRESH_LOCK_WAIT) };
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(REFRESH_LOCK, lock, async () => {
        waiting = false;
        watched.end();
        const before = readCredentials()?.access_token;
        resolve(await work());
        const hasStored = readCredentials()?.access_token !== before;
        if (hasStored) await new Promise((release) => setTimeout(release, STORAGE_SYNC_MS));
      })
      .catch((error: unknown) => {
        watched.end();
        if (waiting) resolve(work());
        else reject(error);
      });
  });
}

async function adoptOrRefresh(rejected: string, store: Store, send: Send): Promise<RefreshResult> {
  if (adopt(rejected, store)) return { outcome: 'renewed' };
  const sent = sessionState(store).session.refreshToken;
  if (!sent) return { outcome: 'refused' };
  // Storage may be blocked.
  const wasStored = readCredentials()?.refresh_token === sent;
  const { data, error } = await send(sent);
  // A tab that slept, or is busy, has not heard yet of what another one has stored.
  if (wasStored && readCredentials()?.refresh_token !== sent) {
    adoptStored({ dispatch: store.dispatch, getState: () => sessionState(store) });
  }
  // In between, the attendee signed out or another tab stored newer credentials: ignore the late answer.
  if (sessionState(store).session.refreshToken !== sent) {
    return sessionState(store).session.accessToken ? { outcome: 'renewed' } : { outcome: 'refused' };
  }
  if (error && !isRefusal(error)) return { outcome: 'unreachable', error };
  const answer = readableCredentials.safeParse(data);
  if (answer.success) {
    store.dispatch(setCredentials({ credentials: answer.data }));
    return { outcome: 'renewed' };
  }
  const unsent = await readUnsent(sessionState(store));
  // A tab that did not wait for the lock may have refreshed first.
  if (adopt(rejected, store)) return { outcome: 'renewed' };
  // While the phone was read, the attendee may have signed out.
  if (sessionState(store).session.refreshToken === sent) {
    const waiting = unsent.find(({ state }) => state === 'waiting');
    store.dispatch(signOut({ hasEnded: true, unsentOf: waiting?.accountId }));
  }
  return { outcome: 'refused' };
}

/** Adopts the credentials that this or another tab received since the rejected token was sent. */
function adopt(rejected: string, store: Store): boolean {
  const { accessToken } = sessionState(store).session;
  if (accessToken !== rejected) return accessToken !== undefined;
  const stored = readCredentials();
  if (!stored || stored.access_token === rejected) return false;
  store.dispatch(setCredentials({ credentials: stored, persist: false }));
  return true;
}

/**
 * "The refresh returns no data" (§7): the API refuses it, in its failure's form. What is not JSON, with any status,
 * comes from a captive portal or a proxy, and the session may still be good (decision 031). An empty answer is not JSON.
 */
function isRefusal(error: FetchBaseQueryError): boolean {
  return [400, 401, 403].includes(Number(error.status)) && isServerAnswer(error);
}
