import { STORAGE } from '@companion/contract/limits';
import { type Credentials, type Profile, readableCredentials } from '@companion/contract/session';
import { parseJson, readStored, removeStored, writeStored } from './browserStorage.ts';

/** What every tab of this browser shares (§3). Undefined where nothing usable is stored. */
export function readCredentials(): Credentials | undefined {
  return parseCredentials(readStored(STORAGE.token));
}

export function parseCredentials(text: string | null): Credentials | undefined {
  const parsed = readableCredentials.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Tells the other tabs, and this one after a reload, that the server ended the last session. */
const ENDED = 'sessionEnded';
export const readHasEnded = (): boolean => readStored(ENDED) !== null;

export function writeCredentials(value: Credentials): void {
  removeStored(ENDED);
  writeStored(STORAGE.token, JSON.stringify(value));
}

/** Changes the profile alone: the tokens that another tab may have renewed meanwhile stay. */
export function writeProfile(profile: Profile): void {
  const stored = readCredentials();
  if (stored?.profile.id === profile.id) writeCredentials({ ...stored, profile });
}

/** §4, Logout: the credentials and the sign-in link's token go together. */
export function removeSession(hasEnded = false): void {
  // First this: the other tabs look for it once the credentials are gone.
  if (hasEnded) writeStored(ENDED, 'true');
  else removeStored(ENDED);
  removeStored(STORAGE.token);
  removeStored(STORAGE.authToken);
}

/** The token of the sign-in link that last opened this app (§4). */
export const readAuthToken = (): string | undefined => readStored(STORAGE.authToken) ?? undefined;
export const writeAuthToken = (token: string): void => writeStored(STORAGE.authToken, token);
