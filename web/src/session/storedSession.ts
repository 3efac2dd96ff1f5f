import { STORAGE } from '@companion/contract/constants';
import { type Credentials, type Profile, readableCredentials } from '@companion/contract/session';
import { sharedStorage } from './safeStorage.ts';
import type { SessionState } from './sessionSlice.ts';

/** The credentials that all tabs of this browser share (§3). Undefined if none, or no valid ones, are stored. */
export function readCredentials(): Credentials | undefined {
  const parsed = readableCredentials.safeParse(sharedStorage.readJson(STORAGE.token));
  return parsed.success ? parsed.data : undefined;
}

/** Marks, for the other tabs and for this one after a reload, that the server ended the last session. */
const ENDED = 'sessionEnded';
/**
 * Begins the mark's value if something waited to be sent; its account follows. The login screen then need not open the
 * phone's database.
 */
const UNSENT = 'unsent:';
type SessionEnd = Pick<SessionState, 'hasEnded' | 'unsentOf'>;

export function readSessionEnd(): SessionEnd {
  const mark = sharedStorage.read(ENDED);
  return { hasEnded: mark !== null, unsentOf: mark?.startsWith(UNSENT) ? mark.slice(UNSENT.length) : undefined };
}

export function writeCredentials(value: Credentials): void {
  sharedStorage.remove(ENDED);
  sharedStorage.writeJson(STORAGE.token, value);
}

/** Updates only the profile, since another tab may have renewed the tokens. */
export function writeProfile(profile: Profile): void {
  const stored = readCredentials();
  if (stored?.profile.id === profile.id) writeCredentials({ ...stored, profile });
}

/** §4, Logout: removes the credentials and the sign-in link's token. */
export function removeSession({ hasEnded, unsentOf }: SessionEnd = {}): void {
  // Write this first: the other tabs read it when the credentials are removed.
  if (hasEnded) sharedStorage.write(ENDED, unsentOf === undefined ? 'true' : UNSENT + unsentOf);
  else sharedStorage.remove(ENDED);
  sharedStorage.remove(STORAGE.token);
  sharedStorage.remove(STORAGE.authToken);
}

/** The token of the sign-in link that was last opened (§4). */
export const readAuthToken = (): string | undefined => sharedStorage.read(STORAGE.authToken) ?? undefined;
export const writeAuthToken = (token: string): void => void sharedStorage.write(STORAGE.authToken, token);

/**
 * Sign-outs of which the server has not answered. Until it knows, the link that has signed in would do so again on this
 * phone, which others may use, and what is pushed to the account would show here.
 */
export const SIGN_OUTS = 'signOuts';
export const hasSignOuts = (): boolean => sharedStorage.read(SIGN_OUTS) !== null;
