import { readFile } from 'node:fs/promises';
import type { Outcome } from '../attendees/applyAttendee.ts';
import { listAttendees } from '../attendees/eventbriteApi.ts';
import { type Entry, importAttendees } from '../attendees/importAttendees.ts';
import { readAttendeeCsv } from '../attendees/readAttendeeCsv.ts';
import { rehearse } from '../attendees/rehearse.ts';
import { countOthers } from '../attendees/ticketQueries.ts';
import { decodeText } from '../event/decodeText.ts';
import type { Services } from '../platform/services.ts';
import { type Command, type CommandContext, CommandError, type Given } from './command.ts';
import { typedPath } from './typedPath.ts';

/** Far above the largest event's export, and below what would fill the memory. */
const LARGEST_FILE = 100 * 1024 * 1024;

/** Of those refused for one reason, how many the summary names. */
const ROWS_NAMED = 20;

/** Imports the attendees of an Eventbrite export, or of its API, beside a running server. */
export const importAttendeesCommand: Command = {
  name: 'import attendees',
  usage: 'FILE.csv | --eventbrite EVENT_ID [--dry-run]',
  summary: 'Imports attendees from an Eventbrite export or its API, row by row; nobody is invited yet.',
  makesDatabase: true,
  options: { eventbrite: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: (given, { env, say, progress, withServices }) =>
    withServices(async (services) => {
      const dry = given.values['dry-run'] === true;
      progress('reading the attendees');
      const { entries, externalIds, warnings } = await readSource(given, services, env);
      for (const warning of warnings) say(`warning: ${warning}`);
      const report = makeReport(say, progress, entries.length);
      const work = async (place: Services) => {
        await importAttendees(place, entries, report.tell).catch((error: unknown) => {
          throw report.stoppedBy(error);
        });
        report.sum(await countOthers(place.db, externalIds));
      };
      await (dry ? rehearse(services, work) : work(services));
      if (dry) say('Nothing was written: this was a dry run.');
    }),
};

interface Source {
  entries: Entry[];
  externalIds: Set<string>;
  warnings: string[];
}

function readSource(
  { positionals: [file, ...more], values }: Given,
  services: Services,
  env: CommandContext['env'],
): Promise<Source> {
  const eventId = typeof values.eventbrite === 'string' ? values.eventbrite : undefined;
  if (more.length > 0 || (file === undefined) === (eventId === undefined)) {
    throw new CommandError('Name one file, or an event with --eventbrite.', { usage: true });
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
  if (bytes.length > LARGEST_FILE) throw new CommandError(`${file}: it is too large for an export of attendees.`);
  const { text, encoding } = decodeText(bytes);
  const { rows, warnings } = inFile(file, () => readAttendeeCsv(text));
  if (encoding === 'windows-1252') {
    warnings.unshift(`${file} is not UTF-8 and is read as Windows-1252: look at names with accents`);
  }
  if (rows.length === 0) throw new CommandError(`${file}: it has a header and no attendees.`);
  const externalIds = rows.map((row) => ('record' in row ? row.record.externalId : row.externalId));
  const entries = rows.map((row, index) => ({
    label: `row ${row.row}${externalIds[index] ? ` (attendee ${externalIds[index]})` : ''}`,
    content: 'record' in row ? row.record : row,
  }));
  return { entries, externalIds: new Set(externalIds), warnings };
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
    throw new CommandError(`--eventbrite: ${eventId} is not the number of an event.`, { usage: true });
  }
  if (!eventbrite.token) throw new CommandError('EVENTBRITE_TOKEN: set it to a private token of the account.');
  const attendees = await listAttendees(eventbrite, eventId);
  if (attendees.length === 0) throw new CommandError(`Eventbrite has no attendees for the event ${eventId}.`);
  return {
    entries: attendees.map((each) => ({
      label: `attendee ${each.externalId}`,
      content: 'record' in each ? each.record : each,
    })),
    externalIds: new Set(attendees.map(({ externalId }) => externalId)),
    warnings: [],
  };
}

function makeReport(say: (line: string) => void, progress: (state: string) => void, all: number) {
  const counts: Record<Outcome['what'], number> = { new: 0, changed: 0, unchanged: 0, cancelled: 0, refused: 0 };
  const done = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
  /** Rows by the reason why they are refused: among thousands of others nobody finds them. */
  const refused = new Map<string, string[]>();
  return {
    tell: ({ label }: Entry, { what, detail, warnings }: Outcome) => {
      counts[what] += 1;
      if (what === 'refused') refused.set(detail ?? '', [...(refused.get(detail ?? '') ?? []), label]);
      // A refusal is followed by its reason, a change by its fields.
      const told = detail === undefined ? what : what === 'refused' ? `${what}: ${detail}` : `${what} (${detail})`;
      say([`${label}: ${told}`, ...warnings.map((warning) => `warning: ${warning}`)].join('; '));
      progress(`${done()} of ${all} attendees`);
    },
    sum: (others: number) => {
      if (refused.size > 0) say(`Refused (${counts.refused}):`);
      for (const [reason, rows] of refused) say(`  ${reason}: ${listRows(rows)}`);
      const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      say(`${all} attendees: ${parts.join(', ')}.`);
      if (counts.refused === all) throw new CommandError('No attendee could be imported.');
      if (others > 0) say(`${others} other tickets on record are not in this import and stay unchanged.`);
    },
    stoppedBy: (error: unknown) => {
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof CommandError) return error;
      const message = `Stopped after ${done()} of ${all} attendees, which are kept: ${error.message}`;
      return new CommandError(`${message}\nRun the same command again to import the rest.`);
    },
  };
}

const listRows = (rows: string[]) =>
  rows.length <= ROWS_NAMED
    ? rows.join(', ')
    : `${rows.slice(0, ROWS_NAMED).join(', ')} and ${rows.length - ROWS_NAMED} more`;
