import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type checkPeopleImport,
  type getPeopleImport,
  IMPORT_FILTERS,
  IMPORT_ROWS_PER_PAGE,
  IMPORT_SAMPLE,
} from '@companion/contract/staff/peopleImport';
import type { z } from 'zod/mini';
import { dryRun, importAttendees } from '../attendees/importAttendees.ts';
import { externalIdOf, lineOf } from '../attendees/readAttendee.ts';
import type { AttendeeRow } from '../attendees/readAttendeeCsv.ts';
import { readCsvInThread } from '../attendees/readCsvInThread.ts';
import { countOthers } from '../identity/tickets/ticketQueries.ts';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import type { Database } from '../platform/db/schema.ts';
import { toFlag } from '../platform/db/table.ts';
import { reject, unavailable } from '../platform/domainError.ts';
import { InputError } from '../platform/inputError.ts';
import { perServer } from '../platform/perServer.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { autocommit, type Transacting } from '../platform/transact.ts';

type Progress = z.output<(typeof getPeopleImport)['answer']>['results'];
type Sample = NonNullable<z.output<(typeof checkPeopleImport)['answer']>['results']['sample']>;
type Filter = (typeof IMPORT_FILTERS)[number];
type Reported = Progress['report'][number];

/** How often a running import says how far it is, and after how long without a word it counts as stopped. */
const REPORTED_EVERY_MS = SECOND;
const STOPPED_AFTER_MS = MINUTE;
const stoppedText = (isDryRun: boolean) =>
  isDryRun
    ? 'The check could not be finished. Nothing was imported: check the file again.'
    : 'The server has stopped during the import. What was imported stays: import the file again for the rest.';

/** A server imports one file at a time, which has all of its rows in memory. */
const importsOf = perServer((_services: Services) => ({ isUnderWay: false }));

/** Of a text that is shown of the file: a cell may be as large as the file. */
const SHOWN_MAX = 200;

interface Given {
  gzipped: Uint8Array;
  isDryRun: boolean;
  /** Everyone is written, before the import says that it has ended. */
  onWritten(): void;
}

/**
 * Begins an import that goes on after the answer; its row says how far it is, to every node.
 * @param store runs the insertion of its row: the import begins only once that is committed, with its entry of the audit log
 * @param log gets what fails unexpectedly
 * @returns its id, and the first rows once they are read. These are not stored: an erasure would not reach them
 */
export async function beginImport(
  services: Services,
  given: Given,
  store: (insert: (tx: Pick<Transacting, 'db'>) => Promise<string>) => Promise<string>,
  log: (error: unknown) => void,
): Promise<{ importId: string; sample: Promise<Sample> }> {
  const imports = importsOf(services);
  if (imports.isUnderWay) throw unavailable('Another import is under way. Please wait until it has ended.');
  imports.isUnderWay = true;
  const id = randomUUID();
  try {
    await store(async ({ db }) => {
      await db
        .insertInto('people_imports')
        .values({
          ...{ id, dry_run: toFlag(given.isDryRun), updated_at: services.now(), ended_at: null, error: '' },
          ...{ rows: 0, done: 0, others: 0, warnings: '[]', report: '[]' },
        })
        .execute();
      return id;
    });
  } catch (error) {
    imports.isUnderWay = false;
    throw error;
  }
  const { promise: sample, resolve: tellSample } = Promise.withResolvers<Sample>();
  void runImport(services, id, given, (rows) => tellSample(sampleOf(rows)))
    .catch(log)
    .finally(() => {
      imports.isUnderWay = false;
      // Of a file that could not be read.
      tellSample([]);
    });
  return { importId: id, sample };
}

const sampleOf = (rows: AttendeeRow[]): Sample =>
  rows
    .flatMap((row) => ('record' in row ? [row] : []))
    .slice(0, IMPORT_SAMPLE)
    .map(({ row, record }) => {
      const shown = (text: string | null | undefined) => lineOf(text).slice(0, SHOWN_MAX);
      return {
        row,
        firstName: shown(record.firstName),
        lastName: shown(record.lastName),
        email: shown(record.email),
      };
    });

async function runImport(
  services: Services,
  id: string,
  { gzipped, isDryRun, onWritten }: Given,
  onRead: (rows: AttendeeRow[]) => void,
): Promise<void> {
  const report: Reported[] = [];
  const save = (values: Partial<Database['people_imports']>) =>
    autocommit(services, (db) =>
      db
        .updateTable('people_imports')
        .set({ updated_at: services.now(), done: report.length, ...values })
        .where('id', '=', id)
        .execute(),
    );
  let saved = Promise.resolve<unknown>(undefined);
  // One that the database cannot take is repeated a second later.
  const timer = setInterval(() => {
    saved = save({}).catch(() => undefined);
  }, REPORTED_EVERY_MS);
  const end = async (values: Partial<Database['people_imports']>) => {
    clearInterval(timer);
    await saved;
    // Also what was written before a failure stays.
    if (!isDryRun) onWritten();
    await save({ ended_at: services.now(), report: await reportText(report), ...values });
  };
  try {
    const { rows, warnings } = await readCsvInThread(gzipped);
    onRead(rows);
    await save({ rows: rows.length, warnings: JSON.stringify(warnings) });
    const work = async (place: Services) => {
      await importAttendees(place, rows, (row, { what, detail, warnings: ofRow }) => {
        report.push({
          ...{ row: row.row, attendee: attendeeNumber(externalIdOf(row)), outcome: what },
          ...{ detail: detail ?? '', warnings: ofRow },
        });
      });
      return countOthers(place.db, new Set(rows.map(externalIdOf)));
    };
    await end({ others: await (isDryRun ? dryRun(services, work) : work(services)) });
  } catch (error) {
    await end({ error: error instanceof InputError ? error.message : stoppedText(isDryRun) });
    if (!(error instanceof InputError)) throw error;
  }
}

/** How far an import is, and a page of its report once it has ended. @throws DomainError `notFound` */
export async function readImport(
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: string,
  filter: Filter | undefined,
  page: number,
): Promise<Progress> {
  const found = await db.selectFrom('people_imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) reject('notFound', 'There is no such import any more.');
  const report = await readReport(found.report);
  const isLost = found.ended_at === null && found.updated_at < now() - STOPPED_AFTER_MS;
  const listed = filter === undefined ? report : report.filter(isOf(filter));
  const from = (page - 1) * IMPORT_ROWS_PER_PAGE;
  return {
    isDryRun: found.dry_run === 1,
    state: isLost || found.error !== '' ? 'stopped' : found.ended_at === null ? 'running' : 'done',
    rows: found.rows,
    done: found.done,
    counts: IMPORT_FILTERS.map((one) => ({ filter: one, rows: report.filter(isOf(one)).length })),
    warnings: JSON.parse(found.warnings),
    error: isLost ? stoppedText(found.dry_run === 1) : found.error,
    others: found.others,
    report: listed.slice(from, from + IMPORT_ROWS_PER_PAGE),
    reported: listed.length,
  };
}

/** So many rows take about a millisecond to read or write, after which others are answered. */
const ROWS_AT_ONCE = 1000;

/** JSON with a line for each slice of the rows: a text has no line breaks of its own there. */
async function reportText(report: Reported[]): Promise<string> {
  const lines: string[] = [];
  for (let from = 0; from < report.length; from += ROWS_AT_ONCE) {
    lines.push(JSON.stringify(report.slice(from, from + ROWS_AT_ONCE)).slice(1, -1));
    await setImmediate();
  }
  return `[${lines.join(',\n')}]`;
}

async function readReport(text: string): Promise<Reported[]> {
  const report: Reported[] = [];
  for (const line of text.slice(1, -1).split(',\n')) {
    report.push(...JSON.parse(`[${line}]`));
    await setImmediate();
  }
  return report;
}

const isOf =
  (filter: Filter) =>
  ({ outcome, warnings }: Reported): boolean =>
    filter === 'warning' ? warnings.length > 0 : outcome === filter;
