import { sharedStorage } from '../session/safeStorage.ts';

/**
 * The account that has turned push on in this browser. It stays when the attendee signs out: who returns has it again.
 */
const STORAGE_KEY = '_push';

/** @returns null if push is off */
export const readPushFlag = (): string | null => sharedStorage.read(STORAGE_KEY);

export const isPushOn = (accountId: string | undefined): boolean =>
  accountId !== undefined && readPushFlag() === accountId && globalThis.Notification?.permission === 'granted';

/** @param accountId undefined when it was turned off */
export function keepPushFlag(accountId: string | undefined): void {
  if (accountId === undefined) sharedStorage.remove(STORAGE_KEY);
  else sharedStorage.write(STORAGE_KEY, accountId);
}
