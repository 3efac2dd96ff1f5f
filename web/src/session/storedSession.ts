import { STORAGE } from '@companion/contract/limits';
import { type Credentials, type Profile, readableCredentials } from '@companion/contract/session';
import { parseJson, readStored, removeStored, writeStored } from './browserStorage.ts';

/** The credentials that all tabs of this browser share (§3). Undefined if none, or no valid ones, are stored. */
export function readCredentials(): Credentials | undefined {
  return parseCredentials(readStored(STORAGE.token));
}

export function parseCredentials(text: string | null): Credentials | undefined {
  const parsed = readableCredentials.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Marks, for the other tabs and for this one after a reload, that the server ended the last session. */
const ENDED = 'sessionEnded';
export const readHasEnded = (): boolean => readStored(ENDED) !== null;

export function writeCredentials(value: Credentials): void {
  removeStored(ENDED);
  writeStored(STORAGE.token, JSON.stringify(value));
}

/** Updates only the profile, since another tab may have renewed the tokens. */
export function writeProfile(profile: Profile): void {
  const stored = readCredentials();
  if (stored?.profile.id === profile.id) writeCredentials({ ...stored, profile });
}

/** §4, Logout: removes the credentials and the sign-in link's token. */
export function removeSession(hasEnded = false): void {
  // Write this first: the other tabs read it when the credentials are removed.
  if (hasEnded) writeStored(ENDED, 'true');
  else removeStored(ENDED);
  removeStored(STORAGE.token);
  removeStored(STORAGE.authToken);
}

/** The token of the sign-in link that was last opened (§4). */
export const readAuthToken = (): string | undefined => readStored(STORAGE.authToken) ?? undefined;
export const writeAuthToken = (token: string): void => writeStored(STORAGE.authToken, token);
