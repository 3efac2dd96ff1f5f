import { readFile } from 'node:fs/promises';
import type { Outcome } from '../attendees/applyAttendee.ts';
import { type ApiAttendee, listAttendees } from '../attendees/eventbriteApi.ts';
import { dryRun, importAttendees } from '../attendees/importAttendees.ts';
import { externalIdOf } from '../attendees/readAttendee.ts';
import { type AttendeeRow, readAttendeeCsv } from '../attendees/readAttendeeCsv.ts';
import { decodeText } from '../event/decodeText.ts';
import { countOthers } from '../identity/tickets/ticketQueries.ts';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import type { Services } from '../platform/services.ts';
import { type Command, type CommandContext, CommandError, type Given, typedPath } from './command.ts';

/** Far above the largest event's export, and small enough for the memory. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** How many rows the summary names for each reason. */
const MAX_ROWS_NAMED = 20;

/** Imports attendees from an Eventbrite export, a list or Eventbrite's API. The server may keep running. */
export const importAttendeesCommand: Command = {
  name: 'import attendees',
  operands: 'FILE.csv',
  summary: 'Imports attendees from an Eventbrite export, a list or the API, row by row, without inviting them.',
  makesDatabase: true,
  options: {
    eventbrite: {
      type: 'string',
      value: 'EVENT_ID',
      use: 'in place of operands',
      about: "reads the attendees of this event from Eventbrite's API; needs EVENTBRITE_TOKEN",
    },
    'dry-run': { type: 'boolean', about: 'reports the same and writes nothing' },
  },
  run: (given, { env, print, progress, withServices }) =>
    withServices(async (services) => {
      const dry = given.values['dry-run'] === true;
      progress('reading the attendees');
      const { entries, warnings } = await readSource(given, services, env);
      for (const warning of warnings) print(`warning: ${warning}`);
      const report = makeReport(print, progress, entries.length);
      const work = async (place: Services) => {
        await importAttendees(place, entries, report.addRow).catch((error: unknown) => {
          throw report.stoppedBy(error);
        });
        report.summarize(await countOthers(place.db, new Set(entries.map(externalIdOf))));
      };
      await (dry ? dryRun(services, work) : work(services));
      if (dry) print('Nothing was written: this was a dry run.');
    }),
};

type Entry = AttendeeRow | ApiAttendee;
interface Source {
  entries: Entry[];
  warnings: string[];
}

function readSource(
  { positionals: [file, ...more], values }: Given,
  services: Services,
  env: CommandContext['env'],
): Promise<Source> {
  const eventId = typeof values.eventbrite === 'string' ? values.eventbrite : undefined;
  if (more.length > 0 || (file === undefined) === (eventId === undefined)) {
    throw new CommandError('Name one CSV file, or one event with --eventbrite.', { usage: true });
  }
  // One of them is given, which TypeScript cannot derive from that comparison.
  return file === undefined ? readApi(eventId ?? '', services) : readCsvFile(typedPath(file, env));
}

async function readCsvFile(file: string): Promise<Source> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `${file}: cannot be read (${error.code}).`,
    );
  });
  if (bytes.length > MAX_FILE_BYTES)
    throw new CommandError(
      `${file}: the file is larger than 100 MB, too large for an export of attendees. Check that it is the right file.`,
    );
  const { text, encoding } = decodeText(bytes);
  const { rows, warnings } = inFile(file, () => readAttendeeCsv(text));
  if (encoding === 'windows-1252') {
    warnings.unshift(`${file} is not UTF-8 and is read as Windows-1252: check names with accents`);
  }
  if (rows.length === 0)
    throw new CommandError(`${file}: the file has a header but no attendees. Export it again, or name another file.`);
  return { entries: rows, warnings };
}

function inFile<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
    throw new CommandError(`${file}: ${error.message}`);
  }
}

async function readApi(eventId: string, { config: { eventbrite } }: Services): Promise<Source> {
  if (!/^\d{1,30}$/.test(eventId)) {
    throw new CommandError(`--eventbrite: ${eventId} is not an event number, which has only digits.`, { usage: true });
  }
  if (!eventbrite.token)
    throw new CommandError('EVENTBRITE_TOKEN is not set. Set it to a private token of the Eventbrite account.');
  const attendees = await listAttendees(eventbrite, eventId);
  if (attendees.length === 0)
    throw new CommandError(`Eventbrite has no attendees for the event ${eventId}. Check the event number.`);
  return { entries: attendees, warnings: [] };
}

/** How the report names an entry: `row 7 (attendee 18441583423)`. */
function labelOf(entry: Entry): string {
  const externalId = externalIdOf(entry);
  if (!('row' in entry)) return `attendee ${externalId}`;
  const number = attendeeNumber(externalId);
  return `row ${entry.row}${number ? ` (attendee ${number})` : ''}`;
}

function makeReport(print: (line: string) => void, progress: (state: string) => void, all: number) {
  const counts: Record<Outcome['what'], number> = { new: 0, changed: 0, unchanged: 0, cancelled: 0, rejected: 0 };
  const done = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
  /** Rejected rows by reason, for the summary: among thousands of rows they are hard to find. */
  const rejected = new Map<string, string[]>();
  return {
    addRow: (entry: Entry, { what, detail, warnings }: Outcome) => {
      const label = labelOf(entry);
      counts[what] += 1;
      if (what === 'rejected') rejected.set(detail ?? '', [...(rejected.get(detail ?? '') ?? []), label]);
      const result = detail === undefined ? what : what === 'rejected' ? `${what}: ${detail}` : `${what} (${detail})`;
      print([`${label}: ${result}`, ...warnings.map((warning) => `warning: ${warning}`)].join('; '));
      progress(`${done()} of ${all} attendees`);
    },
    summarize: (others: number) => {
      if (rejected.size > 0) print(`Rejected (${counts.rejected}):`);
      for (const [reason, rows] of rejected) print(`  ${reason}: ${listRows(rows)}`);
      const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      print(`${all} attendees: ${parts.join(', ')}.`);
      if (counts.rejected === all)
        throw new CommandError('No attendees were imported: every row is rejected, for the reasons above.');
      if (others > 0) print(`${others} other tickets on record are not in this import and stay unchanged.`);
    },
    stoppedBy: (error: unknown) => {
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof CommandError) return error;
      const message = `The import stopped after ${done()} of ${all} attendees, which are imported: ${error.message}`;
      return new CommandError(`${message}\nRun the same command again to import the rest.`);
    },
  };
}

const listRows = (rows: string[]) =>
  rows.length <= MAX_ROWS_NAMED
    ? rows.join(', ')
    : `${rows.slice(0, MAX_ROWS_NAMED).join(', ')} and ${rows.length - MAX_ROWS_NAMED} more`;
