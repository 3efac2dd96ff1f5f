import type { Credentials, Profile } from '@companion/contract/session';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectProfile, setCredentials, setProfile } from '../session/sessionSlice.ts';

export interface Lifecycle<Data> {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState(): unknown;
  queryFulfilled: PromiseLike<{ data: Data }>;
}

/** For calls that answer with credentials: they are stored before whoever made the call goes on (§7). */
export async function keepCredentials(_: unknown, { dispatch, queryFulfilled }: Lifecycle<Credentials | object>) {
  const data = await dataOf(queryFulfilled);
  if (data && 'access_token' in data) dispatch(setCredentials({ credentials: data }));
}

/** For calls that answer with the person's own profile. */
export async function keepProfile(_: unknown, { dispatch, queryFulfilled }: Lifecycle<Profile>) {
  const profile = await dataOf(queryFulfilled);
  if (profile) dispatch(setProfile(profile));
}

/** For an edit of it. Where the answer holds no profile, what was sent is what is on record. */
export async function keepEditedProfile(
  sent: Partial<Profile>,
  { dispatch, getState, queryFulfilled }: Lifecycle<{ results?: Profile }>,
) {
  const answer = await dataOf(queryFulfilled);
  if (!answer) return;
  // RTK Query types the state as unknown: the store is made from sessionReducers.
  const before = selectProfile(getState() as SessionRootState);
  const profile = answer.results ?? (before && { ...before, ...sent });
  if (profile) dispatch(setProfile(profile));
}

async function dataOf<Data>(queryFulfilled: PromiseLike<{ data: Data }>): Promise<Data | undefined> {
  try {
    return (await queryFulfilled).data;
  } catch {
    // The call failed: whoever made it is told.
    return undefined;
  }
}
