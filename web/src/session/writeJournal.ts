import { type PendingWrite, pendingWrite } from '../device/pendingWrite.ts';
import { sharedStorage } from './safeStorage.ts';

/*
 * Writes on their way into the device's database. Storing one there takes a few milliseconds, in which the attendee may
 * leave or close the page; local storage keeps it at once. The next start of the app moves it into the database.
 */
const PREFIX = 'write:';

export function journalWrite(write: PendingWrite): void {
  sharedStorage.writeJson(PREFIX + write.idempotencyKey, write);
}

export function dropJournaled(idempotencyKey: string): void {
  sharedStorage.remove(PREFIX + idempotencyKey);
}

/** What pages of this account have left behind, in the order in which it was made. */
export function readJournal(accountId: string): PendingWrite[] {
  const found = sharedStorage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => pendingWrite.safeParse(sharedStorage.readJson(key)).data ?? []);
  return found.filter((write) => write.accountId === accountId).sort((one, other) => one.madeAt - other.madeAt);
}

/** @param accountId the account whose writes stay; undefined for none */
export function dropJournal(accountId?: string): void {
  const kept = accountId === undefined ? [] : readJournal(accountId).map(({ idempotencyKey }) => idempotencyKey);
  sharedStorage.removeWhere((key) => key.startsWith(PREFIX) && !kept.includes(key.slice(PREFIX.length)));
}
