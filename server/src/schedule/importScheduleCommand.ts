import { type Command, type CommandContext, CommandError, type Given } from '../command.ts';
import { describeFinding } from '../event/packFindings.ts';
import { isDate, isTimeZone } from '../event/zonedTime.ts';
import { typedPath } from '../typedPath.ts';
import { ImportReport } from './importReport.ts';
import { importSchedule } from './importSchedule.ts';
import { readScheduleFiles } from './readScheduleFiles.ts';
import { SCHEDULE_FORMATS, type ScheduleFormat } from './scheduleFormat.ts';

/** Writes somebody's schedule into an event pack (docs/importing.md). */
export const importScheduleCommand: Command = {
  name: 'import schedule',
  usage:
    'FILE [SPEAKERS] --zone ZONE --into PACK [--first-day DATE] [--main-room ROOM] [--format FORMAT] [--skip-bad] [--dry-run]',
  summary: 'Writes a schedule of Sessionize, frab, pretalx or Pentabarf into an event pack and tells of every row.',
  options: {
    zone: { type: 'string' },
    into: { type: 'string' },
    'first-day': { type: 'string' },
    'main-room': { type: 'string' },
    format: { type: 'string' },
    'skip-bad': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  async run(given, { env, now, say }) {
    const { format, ...options } = readGiven(given, env);
    const { schedule, warnings } = await readScheduleFiles(options.files, format);
    const report = new ImportReport();
    for (const warning of warnings) report.add('pack', 'warning', warning);
    let conclusion: string;
    try {
      const { changed, warnings: odd } = await importSchedule(schedule, { ...options, now: now() }, report);
      for (const finding of odd) report.add('pack', 'warning', describeFinding(finding));
      conclusion = outcome(options, changed);
    } finally {
      // Whatever stopped it: the rows are what there is to mend.
      for (const line of report.lines()) say(line);
    }
    say(conclusion);
  },
};

function readGiven({ positionals, values }: Given, env: CommandContext['env']) {
  const unclear = (message: string) => new CommandError(message, { usage: true });
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : undefined);
  const zone = text('zone');
  const into = text('into');
  const firstDay = text('first-day');
  const format = text('format');
  if (positionals.length === 0) throw unclear('Name the file of the schedule.');
  if (!zone)
    throw unclear('Say with --zone in which time zone the event is, such as America/New_York: it is never guessed.');
  // Abbreviations have no summer time, or stand for several zones.
  if (!isTimeZone(zone) || !(zone.includes('/') || zone === 'UTC')) {
    throw unclear(`--zone ${zone} is no time zone of the IANA list, such as America/New_York.`);
  }
  if (!into) throw unclear('Say with --into which event pack it is written into.');
  if (firstDay !== undefined && !isDate(firstDay))
    throw unclear(`--first-day ${firstDay} is no date such as 2026-11-20.`);
  if (format !== undefined && !isFormat(format)) {
    throw unclear(`--format ${format} is none of ${Object.keys(SCHEDULE_FORMATS).join(', ')}.`);
  }
  return {
    files: positionals.map((file) => typedPath(file, env)),
    into: typedPath(into, env),
    // As the list spells it, whatever the case it was typed in.
    zone: Intl.supportedValuesOf('timeZone').find((known) => known.toLowerCase() === zone.toLowerCase()) ?? zone,
    firstDay,
    mainRoom: text('main-room'),
    format,
    skipBad: values['skip-bad'] === true,
    dryRun: values['dry-run'] === true,
  };
}

const isFormat = (format: string): format is ScheduleFormat => Object.hasOwn(SCHEDULE_FORMATS, format);

function outcome({ into, dryRun }: { into: string; dryRun: boolean }, changed: string[]): string {
  if (changed.length === 0) return `${into} is as the schedule says: nothing ${dryRun ? 'would be' : 'is'} written.`;
  return `${into}: ${changed.join(', ')} ${dryRun ? 'would be written (dry run).' : 'written.'}`;
}
