import { CommandError } from '../command.ts';
import type { Finding } from '../event/packFindings.ts';
import { agendaEntries } from './agendaEntries.ts';
import { bringEvent } from './bringEvent.ts';
import { changePack } from './changePack.ts';
import { findSpeakers, speakerEntries } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { joinSessions } from './joinSessions.ts';
import { mergeEntries } from './mergeEntries.ts';
import { packId } from './packId.ts';
import { packSkeleton } from './packSkeleton.ts';
import { type PlacedSession, placeSessions } from './placeSessions.ts';
import { type SchedulePicture, schedulePictures } from './schedulePictures.ts';
import type { SourceSchedule } from './sourceSchedule.ts';
import { timeSessions } from './timeSessions.ts';

export interface ImportOptions {
  /** The schedule's files: pictures lie beside them. */
  files: string[];
  /** The pack's folder. */
  into: string;
  zone: string;
  /** Undefined: the first day with a session. */
  firstDay: string | undefined;
  /** What takes place in it is on the main stage, whatever is beside it. */
  mainRoom: string | undefined;
  /** Rows that cannot be used do not keep the others from being written. */
  skipBad: boolean;
  dryRun: boolean;
  now: number;
}

/**
 * Brings a pack to what a schedule says, and tells `report` of every row.
 * @returns the files of the pack that changed, or would, and what is odd about it
 * @throws CommandError when nothing is written because of what is wrong
 */
export async function importSchedule(
  source: SourceSchedule,
  options: ImportOptions,
  report: ImportReport,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const prefix = `${source.origin}-`;
  const { placed, firstDay } = place(source, options, report);
  const speakers = findSpeakers(source.speakers, placed, prefix, report);
  const pictures = await schedulePictures(speakers.values(), options.files, report);
  const sessions = agendaEntries(placed, prefix, ({ id, name }) => speakers.get(id ?? name ?? '')?.id, report);
  const people = speakerEntries(speakers.values(), new Map(pictures.map((p) => [p.speakerId, p.name])), report);

  const refused = report.count('refused');
  const held = refused > 0 && !options.skipBad;
  const refusedIds = new Set([...report.refusedIds].map((id) => packId(prefix, id)));
  const done = await changePack(options.into, { now: options.now, dryRun: options.dryRun || held }, async (textOf) => {
    const agenda = mergeEntries((await textOf('agenda.yaml')) ?? '', 'agenda.yaml', {
      prefix,
      entries: sessions,
      stays: (id) => (refusedIds.has(id) ? 'as it was: its row is refused' : undefined),
    });
    const named = new Set(agenda.others.flatMap((item): unknown[] => item.toJSON().speakers ?? []));
    const list = mergeEntries((await textOf('speakers.yaml')) ?? '', 'speakers.yaml', {
      prefix,
      entries: people,
      stays: (id) => (named.has(id) ? 'as it was: an agenda item that stays names this speaker' : undefined),
    });
    for (const { outcome, text } of agenda.rows) report.add('sessions', outcome, text);
    for (const { outcome, text } of list.rows) report.add('speakers', outcome, text);

    const days = Math.max(
      ...placed.map(({ day }) => day),
      ...agenda.others.map((item) => Number(item.get('day')) || 1),
    );
    const own = agenda.others.length;
    const rest = await eventFiles(source, { timeZone: options.zone, firstDay, days, own }, textOf, report);
    // Speakers first: whoever looks in between finds nobody missing.
    return new Map<string, string | Uint8Array>([
      ...pictures.map(({ name, bytes }: SchedulePicture) => [`speakers/${name}`, bytes] as const),
      ['speakers.yaml', list.text],
      ['agenda.yaml', agenda.text],
      ...rest,
    ]);
  });
  if (held) {
    const rows = refused === 1 ? 'A row is refused' : `${refused} rows are refused`;
    throw new CommandError(
      `${rows}: nothing is written. Mend what is named above, or import the rest with --skip-bad.`,
    );
  }
  return done;
}

function place(
  source: SourceSchedule,
  { zone, firstDay, mainRoom }: ImportOptions,
  report: ImportReport,
): { placed: PlacedSession[]; firstDay: string } {
  const timed = timeSessions(source, zone, report);
  const rooms = [...new Set(timed.flatMap(({ session }) => session.room ?? []))];
  if (mainRoom !== undefined && !rooms.includes(mainRoom)) {
    throw new CommandError(`There is no room ${mainRoom} in the schedule. Its rooms: ${rooms.join(', ') || 'none'}.`);
  }
  const found = placeSessions(joinSessions(timed), { firstDay, mainRoom }, report);
  if (source.sessions.length + source.refused.length === 0) {
    throw new CommandError('The schedule has no sessions: was it published when it was exported?');
  }
  if (!found || found.placed.length === 0) {
    throw new CommandError('No session of the schedule can be imported: nothing is written.');
  }
  return found;
}

/** event.yaml with the event's days, and what else a pack must have and this one lacks. */
async function eventFiles(
  source: SourceSchedule,
  { own, ...when }: { timeZone: string; firstDay: string; days: number; own: number },
  textOf: (file: string) => Promise<string | undefined>,
  report: ImportReport,
): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for (const [file, placeholder] of Object.entries(packSkeleton(source.title))) {
    const before = await textOf(file);
    if (before === undefined) report.add('pack', 'new', `${file}: a placeholder for you to edit`);
    if (file !== 'event.yaml') {
      if (before === undefined) files.push([file, placeholder]);
      continue;
    }
    const { text, changes } = bringEvent(before ?? placeholder, when);
    if (before !== undefined && changes.length > 0) report.add('pack', 'changed', `${file}: ${changes.join(', ')}`);
    if (own > 0 && changes.some((change) => !change.startsWith('days'))) {
      report.add(
        'pack',
        'warning',
        `agenda.yaml: what is not of this schedule (entries: ${own}) moves with the event's days`,
      );
    }
    files.push([file, text]);
  }
  return files;
}
