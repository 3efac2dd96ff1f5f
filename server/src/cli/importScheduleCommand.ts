import { describeFinding } from '../event/packFindings.ts';
import { isDate, isTimeZone } from '../event/zonedTime.ts';
import { type FetchPicture, makeFetchPicture } from '../schedule/fetchPicture.ts';
import { ImportReport } from '../schedule/importReport.ts';
import { importSchedule } from '../schedule/importSchedule.ts';
import { readScheduleFiles, SCHEDULE_FORMATS, type ScheduleFormat } from '../schedule/readScheduleFiles.ts';
import { type Command, type CommandContext, CommandError, confirm, type Given, typedPath } from './command.ts';

/** Writes a schedule into an event pack (docs/importing.md). Tests pass a `fetchPicture` that reaches their own server. */
export const makeImportScheduleCommand = (fetchPicture: FetchPicture): Command => ({
  name: 'import schedule',
  operands: 'FILE [SPEAKERS]',
  summary: 'Imports a schedule of Sessionize, frab, pretalx or Pentabarf into an event pack and reports every row.',
  options: {
    zone: {
      type: 'string',
      value: 'ZONE',
      use: 'required',
      about: "the event's time zone, such as America/New_York; it is never guessed",
    },
    into: {
      type: 'string',
      value: 'PACK',
      use: 'required',
      about: 'the folder of the event pack; what is missing in it is created',
    },
    'first-day': {
      type: 'string',
      value: 'DATE',
      about: 'the first day of the event, such as 2026-11-20; default: the day of the first session',
    },
    'main-room': {
      type: 'string',
      value: 'ROOM',
      about: 'sessions in this room are on the main stage on day 1, in an event of up to two days',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: `the format that the file must have: ${Object.keys(SCHEDULE_FORMATS).join(', ')}; default: any`,
    },
    'fetch-pictures': { type: 'boolean', about: "fetches the speakers' pictures that are on the web" },
    'skip-bad': { type: 'boolean', about: 'writes the other rows where some are rejected' },
    'allow-removals': {
      type: 'boolean',
      about: 'answers yes to the question whether most of what was imported before may be removed',
    },
    'dry-run': { type: 'boolean', about: 'reports the same and writes nothing' },
  },
  async run(given, { env, now, print, ask, progress }) {
    const { format, allowRemovals, fetchPictures, ...options } = readGiven(given, env);
    const report = new ImportReport();
    const schedule = await readScheduleFiles(options.files, format, report);
    let isPrinted = false;
    const printReport = () => {
      if (!isPrinted) for (const line of report.lines()) print(line);
      isPrinted = true;
    };
    const confirmRemoval = async (what: string) => {
      if (ask && !allowRemovals) printReport();
      await confirm({ ask }, { what, flag: '--allow-removals', isGiven: allowRemovals });
    };
    let conclusion: string;
    try {
      const fetching = { fetchPicture: fetchPictures ? fetchPicture : undefined, progress };
      const done = await importSchedule(schedule, { ...options, ...fetching, now: now(), confirmRemoval }, report);
      for (const finding of done.warnings) report.add('pack', 'warning', describeFinding(finding));
      conclusion = outcome(options, done.changed);
    } finally {
      // After an error too: the report names the rows to correct.
      printReport();
    }
    print(conclusion);
  },
});

export const importScheduleCommand = makeImportScheduleCommand(makeFetchPicture());

function readGiven({ positionals, values }: Given, env: CommandContext['env']) {
  const usageError = (message: string) => new CommandError(message, { usage: true });
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : undefined);
  const zone = text('zone');
  const into = text('into');
  const firstDay = text('first-day');
  const format = text('format');
  if (positionals.length === 0) throw usageError('No file is given. Name the file of the schedule.');
  if (!zone)
    throw usageError(
      '--zone is missing: name the time zone of the event, such as America/New_York. It is never guessed.',
    );
  // Abbreviations ignore summer time or are ambiguous.
  if (!isTimeZone(zone) || !(zone.includes('/') || zone === 'UTC')) {
    throw usageError(`--zone ${zone} is not a time zone of the IANA list, such as America/New_York.`);
  }
  if (!into) throw usageError('--into is missing: name the folder of the event pack.');
  if (firstDay !== undefined && !isDate(firstDay))
    throw usageError(`--first-day ${firstDay} is not a date such as 2026-11-20.`);
  if (format !== undefined && !isFormat(format)) {
    throw usageError(`--format ${format} is not one of ${Object.keys(SCHEDULE_FORMATS).join(', ')}.`);
  }
  return {
    files: positionals.map((file) => typedPath(file, env)),
    into: typedPath(into, env),
    // In the spelling of the IANA list; operators may type it in any case.
    zone: Intl.supportedValuesOf('timeZone').find((known) => known.toLowerCase() === zone.toLowerCase()) ?? zone,
    firstDay,
    mainRoom: text('main-room'),
    format,
    fetchPictures: values['fetch-pictures'] === true,
    skipBad: values['skip-bad'] === true,
    allowRemovals: values['allow-removals'] === true,
    dryRun: values['dry-run'] === true,
  };
}

const isFormat = (format: string): format is ScheduleFormat => Object.hasOwn(SCHEDULE_FORMATS, format);

function outcome({ into, dryRun }: { into: string; dryRun: boolean }, changed: string[]): string {
  if (changed.length === 0)
    return `${into} matches the schedule already: nothing ${dryRun ? 'would be' : 'was'} written.`;
  return `${into}: ${changed.join(', ')} ${dryRun ? 'would be written (dry run).' : 'written.'}`;
}
