import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pRetry, { type Options } from 'p-retry';
import { lockManyAccounts } from '../identity/accounts/lockManyAccounts.ts';
import { uniqueViolation } from '../platform/db/constraintViolation.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import type { Database } from '../platform/db/schema.ts';
import { InputError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { applyAttendee, type Outcome } from './applyAttendee.ts';
import { type AttendeeRecord, readAttendee } from './attendee.ts';

/** Few enough that others do not notice that they wait for their writes. */
const BATCH = 50;
/** So that a running server gets its turn between two batches. */
const PAUSE = 25;
/** A registration with the same e-mail or phone at the same time, or one that holds the rows in another order, passes. */
const WHILE_PASSING: Options = {
  retries: 4,
  minTimeout: 100,
  shouldRetry: ({ error }) => isUnavailable(error) || uniqueViolation(error) !== undefined,
};
const NO_EVENT = 'There is no event yet: load one first, with the command "load".';

/** One attendee of a file or an answer, or why it is none. */
export interface Entry {
  /** For the report: `row 7 (attendee 18441583423)`. */
  label: string;
  content: AttendeeRecord | { refused: string };
}

/**
 * Imports attendees in short transactions: each entry wholly or not at all, and reported once it is committed.
 * @param tell is called in the order of the entries
 * @throws what the database threw; what was reported stays, and running it again imports the rest
 */
export async function importAttendees(
  services: Services,
  entries: Entry[],
  tell: (entry: Entry, outcome: Outcome) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += BATCH) {
    if (at > 0) await delay(PAUSE);
    const batch = entries.slice(at, at + BATCH);
    const apply = async (tx: Transacting) => {
      if (!(await lockManyAccounts(tx.db))) throw new InputError(NO_EVENT);
      const done: Outcome[] = [];
      for (const { content } of batch) done.push(await applyEntry(tx.db, content, tx.now()));
      return done;
    };
    const outcomes = await pRetry(() => transact(services, apply), WHILE_PASSING);
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) tell(entry, outcome);
    }
  }
}

async function applyEntry(db: Kysely<Database>, content: Entry['content'], now: number): Promise<Outcome> {
  const read = 'refused' in content ? content : readAttendee(content);
  if ('refused' in read) return { what: 'refused', detail: read.refused, warnings: [] };
  const outcome = await applyAttendee(db, read.attendee, now);
  return { ...outcome, warnings: [...read.warnings, ...outcome.warnings] };
}
