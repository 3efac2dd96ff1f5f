import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pRetry, { type Options } from 'p-retry';
import { lockManyAccounts } from '../identity/accounts/lockManyAccounts.ts';
import { uniqueViolation } from '../platform/db/constraintViolation.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import type { Database } from '../platform/db/schema.ts';
import { InputError } from '../platform/inputError.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { applyAttendee, type Outcome } from './applyAttendee.ts';
import { type AttendeeRecord, readAttendee } from './readAttendee.ts';

/** Small enough that other writes do not wait noticeably. */
const BATCH_SIZE = 50;
/** Lets a running server write between two batches. */
const PAUSE_MS = 25;
/** A conflict with a concurrent registration (the same e-mail or phone, or a deadlock) is temporary. */
const RETRY_CONFLICTS: Options = {
  retries: 4,
  minTimeout: 100,
  shouldRetry: ({ error }) => isUnavailable(error) || uniqueViolation(error) !== undefined,
};
const NO_EVENT = 'There is no event yet: load one first, with the command "load".';

/** One attendee of a file or an API answer, or why it cannot be read. */
export interface Entry {
  /** For the report: `row 7 (attendee 18441583423)`. */
  label: string;
  content: AttendeeRecord | { rejected: string };
}

/**
 * Imports attendees in short transactions. Each entry is imported completely or not at all, and reported once committed.
 * @param report is called in the order of the entries
 * @throws the database's error; reported entries stay imported, and another run imports the rest
 */
export async function importAttendees(
  services: Services,
  entries: Entry[],
  report: (entry: Entry, outcome: Outcome) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += BATCH_SIZE) {
    if (at > 0) await delay(PAUSE_MS);
    const batch = entries.slice(at, at + BATCH_SIZE);
    const apply = async (tx: Transacting) => {
      if (!(await lockManyAccounts(tx.db))) throw new InputError(NO_EVENT);
      const done: Outcome[] = [];
      for (const { content } of batch) done.push(await applyEntry(tx.db, content, tx.now()));
      return done;
    };
    const outcomes = await pRetry(() => transact(services, apply), RETRY_CONFLICTS);
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) report(entry, outcome);
    }
  }
}

async function applyEntry(db: Kysely<Database>, content: Entry['content'], now: number): Promise<Outcome> {
  const read = 'rejected' in content ? content : readAttendee(content);
  if ('rejected' in read) return { what: 'rejected', detail: read.rejected, warnings: [] };
  const outcome = await applyAttendee(db, read.attendee, now);
  return { ...outcome, warnings: [...read.warnings, ...outcome.warnings] };
}
