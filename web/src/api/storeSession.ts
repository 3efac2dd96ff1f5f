import type { Credentials, Profile } from '@companion/contract/session';
import { sessionState } from '../session/sessionReducers.ts';
import { selectProfile, setCredentials, setProfile } from '../session/sessionSlice.ts';
import type { Lifecycle } from './endpoints.ts';

/** For calls that answer with credentials: stores them before the caller continues (§7). */
export async function storeCredentials(_: unknown, { dispatch, queryFulfilled }: Lifecycle<Credentials | object>) {
  const data = await dataOf(queryFulfilled);
  if (data && 'access_token' in data) dispatch(setCredentials({ credentials: data }));
}

/** For calls that answer with the signed-in account's profile. */
export async function storeProfile(_: unknown, { dispatch, queryFulfilled }: Lifecycle<Profile>) {
  const profile = await dataOf(queryFulfilled);
  if (profile) dispatch(setProfile(profile));
}

/** For an edit of the profile. If the answer has no profile, the fields sent are the stored ones. */
export function storeEditedProfile(
  answer: { results?: Profile },
  sent: Partial<Profile>,
  { dispatch, getState }: Pick<Lifecycle<unknown>, 'dispatch' | 'getState'>,
): void {
  const before = selectProfile(sessionState({ getState }));
  const profile = answer.results ?? (before && { ...before, ...sent });
  if (profile) dispatch(setProfile(profile));
}

/** What a call answers; undefined if it fails, which its caller is told. */
export async function dataOf<Data>(queryFulfilled: PromiseLike<{ data: Data }>): Promise<Data | undefined> {
  try {
    return (await queryFulfilled).data;
  } catch {
    return undefined;
  }
}
