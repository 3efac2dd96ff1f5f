import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Insertable, Kysely } from 'kysely';
import pRetry, { type Options } from 'p-retry';
import { readOrganizationTypes } from '../event/eventQueries.ts';
import { uniqueViolation } from '../platform/db/constraintViolation.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Database } from '../platform/db/schema.ts';
import { InputError } from '../platform/inputError.ts';
import { openDatabase } from '../platform/openDatabase.ts';
import { openSnapshot, type Snapshot } from '../platform/openSnapshot.ts';
import type { Services } from '../platform/services.ts';
import { DAY } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { applyAttendee, type Outcome } from './applyAttendee.ts';
import { type Entry, readAttendee } from './readAttendee.ts';

/** Small enough that other writes do not wait noticeably, and that SQLite holds the event loop for some milliseconds. */
const BATCH_SIZE = 20;
/** Lets a running server write between two batches. */
const PAUSE_MS = 10;
/** A conflict with a concurrent registration (the same e-mail or phone, or a deadlock) is temporary. */
const RETRY_CONFLICTS: Options = {
  retries: 4,
  minTimeout: 100,
  shouldRetry: ({ error }) => isUnavailable(error) || uniqueViolation(error) !== undefined,
};
/** How the folders of the copies for dry runs begin. */
const COPY = 'companion-dry-run-';
/** Rows of a copy in one statement. */
const COPIED_AT_ONCE = 200;
const NO_EVENT = 'There is no event yet: load one first, with the command "load".';

/**
 * Imports attendees in short transactions. Each entry is imported completely or not at all, and reported once committed.
 * @param report is called in the order of the entries
 * @throws the database's error; reported entries stay imported, and another run imports the rest
 */
export async function importAttendees<Each extends Entry>(
  services: Services,
  entries: Each[],
  report: (entry: Each, outcome: Outcome) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += BATCH_SIZE) {
    if (at > 0) await delay(PAUSE_MS);
    const batch = entries.slice(at, at + BATCH_SIZE);
    const apply = async (tx: Transacting) => {
      if (!(await lockManyAccounts(tx.db))) throw new InputError(NO_EVENT);
      const types = await readOrganizationTypes(tx.db);
      const done: Outcome[] = [];
      for (const entry of batch) done.push(await applyEntry(tx, entry, types));
      return done;
    };
    const outcomes = await pRetry(() => transact(services, apply), RETRY_CONFLICTS);
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) report(entry, outcome);
    }
  }
}

async function applyEntry(tx: Transacting, entry: Entry, types: readonly string[]): Promise<Outcome> {
  const read = 'rejected' in entry ? entry : readAttendee(entry.record, types);
  if ('rejected' in read) return { what: 'rejected', detail: read.rejected, warnings: [] };
  const outcome = await applyAttendee(tx, read.attendee);
  return { ...outcome, warnings: [...read.warnings, ...outcome.warnings] };
}

/**
 * Runs an import on a temporary copy of the tables that it reads. The report is exactly that of a real run, and the
 * database is neither changed nor locked.
 */
export async function dryRun<Result>(
  services: Services,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { config } = services;
  await removeOldCopies();
  const folder = await mkdtemp(join(tmpdir(), COPY));
  // Of a process that ends meanwhile, such as a server that is stopped: the copy has everyone's data.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const copy = await openDatabase({ folder });
    try {
      // Of one moment: a ticket refers to its account.
      const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
      try {
        for (const table of ['events', 'accounts', 'tickets'] as const) await copyTable(snapshot, copy.db, table);
      } finally {
        await snapshot.close();
      }
      return await work({ ...services, db: copy.db });
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', remove);
  }
}

/** Those of processes that were killed. */
async function removeOldCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(COPY)) continue;
    const folder = join(tmpdir(), name);
    const stats = await stat(folder).catch(() => undefined);
    // Another user's cannot be removed.
    if (stats && stats.mtimeMs < Date.now() - DAY) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

async function copyTable({ db, rows }: Snapshot, to: Kysely<Database>, table: 'events' | 'accounts' | 'tickets') {
  const copied: Insertable<Database[typeof table]>[] = [];
  const write = async () => {
    await to.insertInto(table).values(copied.splice(0)).execute();
    // The server answers others meanwhile.
    await setImmediate();
  };
  for await (const row of rows(db.selectFrom(table).selectAll())) {
    copied.push(row);
    if (copied.length === COPIED_AT_ONCE) await write();
  }
  if (copied.length > 0) await write();
}
