import type { Profile } from '@companion/contract/session';
import { type PendingWrite, pendingWrite } from '../device/pendingWrite.ts';
import { timeout } from '../time.ts';
import { sharedStorage } from './safeStorage.ts';
import type { Write } from './writes.ts';

/*
 * Writes on their way into the device's database. Storing one there takes a few milliseconds, in which the attendee may
 * leave or close the page; local storage keeps it at once. The next start of the app moves it into the database.
 */
const PREFIX = 'write:';

/** @returns whether local storage took it */
export function journalWrite(write: PendingWrite): boolean {
  return sharedStorage.writeJson(PREFIX + write.idempotencyKey, write);
}

/** Puts a write that needs nothing of earlier ones with its intent in their place. @returns as journalWrite */
export function replaceJournaled(write: PendingWrite): boolean {
  const earlier = readJournal(write.accountId).filter(({ replaces }) => replaces === write.replaces);
  const isStored = journalWrite(write);
  for (const { idempotencyKey } of earlier) dropJournaled(idempotencyKey);
  return isStored;
}

/** Whether the database does not have it yet. */
export const isJournaled = (idempotencyKey: string): boolean => sharedStorage.read(PREFIX + idempotencyKey) !== null;

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

/** A phone or a network that does not answer must not keep a session open. */
const READ_TIMEOUT_MS = 3000;

interface OwnWrites {
  session: { profile: Pick<Profile, 'id'> | undefined };
  writes: readonly Write[];
}

/**
 * What the account has written and the server has not acknowledged, each once: what this tab knows, and what the phone
 * keeps, which a tab that has just started may not have read yet.
 */
export async function readUnsent({ session, writes }: OwnWrites): Promise<PendingWrite[]> {
  const accountId = session.profile?.id ?? '';
  const reading = import('../device/keptWritesAndReplies.ts').then(({ readWrites }) => readWrites(accountId));
  // The code may fail to load.
  const stored = await Promise.race([reading.catch(() => undefined), timeout(READ_TIMEOUT_MS)]);
  const known = [...(stored ?? []), ...readJournal(accountId), ...writes];
  return [...new Map(known.map((write) => [write.idempotencyKey, write])).values()];
}
