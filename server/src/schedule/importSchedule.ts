import { basename } from 'node:path';
import { changePack } from '../event/changePack.ts';
import type { Finding } from '../event/packFindings.ts';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/inputError.ts';
import { listOf, recordOf } from './coerce.ts';
import { distinguishPeople, type People } from './distinguishPeople.ts';
import { findSpeakers } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { knownEntries, type Merged, mergeEntries, updateEventYaml } from './mergeEntries.ts';
import { agendaEntries, speakerEntries } from './packEntries.ts';
import { packId, speakerIds, talkIds } from './packId.ts';
import { packSkeleton } from './packSkeleton.ts';
import { type PlacedTalk, placeTalks, talkCategories } from './placeTalks.ts';
import { reportNewPack } from './reportNewPack.ts';
import { reportNotFetched, type SchedulePictureOptions, schedulePictures } from './schedulePictures.ts';
import type { SourceSchedule } from './sourceSchedule.ts';
import { joinTalks, timeTalks } from './timeTalks.ts';

export interface ImportOptions extends SchedulePictureOptions {
  /** The pack's folder. */
  into: string;
  zone: string;
  /** Default: the first day with a session. */
  firstDay: string | undefined;
  /** Sessions in this room are on the main stage. */
  mainRoom: string | undefined;
  /** Imports the other rows if some are rejected. */
  skipBad: boolean;
  dryRun: boolean;
  now: number;
  /** Throws unless the operator confirms the removal. */
  confirmRemoval(what: string): Promise<void>;
}

/**
 * Imports a schedule into a pack and reports every row.
 * @returns the changed files (in a dry run: those that would change), and warnings about the pack
 * @throws InputError with the reason if nothing was written
 */
export async function importSchedule(
  source: SourceSchedule,
  options: ImportOptions,
  report: ImportReport,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const prefix = `${source.origin}-`;
  const people = distinguishPeople(source, report);
  const { placed, firstDay } = place(source, people, options, report);
  await reportNewPack(options.into, report);
  const speakers = findSpeakers(source.speakers, placed, people, report);
  const { pictures, notFetched } = await schedulePictures(speakers, options, report);

  const isBlocked = report.count('rejected') > 0 && !options.skipBad;
  const rejectedIds = new Set([...report.rejectedIds].map((id) => packId(prefix, id)));
  const done = await changePack(
    options.into,
    { now: options.now, action: 'import', dryRun: options.dryRun || isBlocked },
    async (textOf) => {
      const before = {
        agenda: (await textOf('agenda.yaml')) ?? '',
        speakers: (await textOf('speakers.yaml')) ?? '',
        event: await textOf('event.yaml'),
      };
      const knownAgenda = knownEntries(before.agenda);
      const own = [...knownAgenda].filter(([id]) => !id.startsWith(prefix)).map(([, entry]) => entry);
      // Days are never removed: the pack's own entries may be on them.
      const days = Math.max(...[...placed, ...own].map(({ day }) => Number(day) || 1), daysOf(before.event));

      const knownSpeakers = knownEntries(before.speakers);
      const ids = speakerIds(speakers, { people, prefix, known: knownSpeakers });
      const hasPicture = (key: string) => Boolean(knownSpeakers.get(ids.get(key) ?? '')?.picture);
      reportNotFetched(
        notFetched.filter(({ key }) => !hasPicture(key)),
        report,
      );
      const entries = agendaEntries(
        placed,
        talkIds(placed, prefix, knownAgenda, report),
        talkCategories(placed, { days, mainRoom: options.mainRoom }, report),
        (speaker) => ids.get(people.keyOf(speaker) ?? ''),
        report,
      );
      const files = pictures.map(({ key, ending, bytes }) => {
        const id = ids.get(key) ?? '';
        return { id, name: `${id}.${ending}`, bytes };
      });
      const fileNames = new Map(files.map(({ id, name }) => [id, name]));

      const agenda = mergeEntries(before.agenda, 'agenda.yaml', {
        prefix,
        entries,
        stays: (id) => (rejectedIds.has(id) ? 'unchanged: its row is rejected' : undefined),
      });
      const named = new Set(agenda.others.flatMap(({ speakers }) => listOf(speakers)));
      const list = mergeEntries(before.speakers, 'speakers.yaml', {
        prefix,
        entries: speakerEntries(speakers, ids, fileNames, report),
        stays: (id) => (named.has(id) ? 'unchanged: an agenda item that is kept names this speaker' : undefined),
      });
      for (const { outcome, text } of agenda.rows) report.add('sessions', outcome, text);
      for (const { outcome, text } of list.rows) report.add('speakers', outcome, text);

      const removal = describeRemoval(options, agenda, list);
      if (removal && (options.dryRun || isBlocked))
        report.add('pack', 'warning', `${removal} An import asks for confirmation`);
      else if (removal) await options.confirmRemoval(removal);

      const when = { timeZone: options.zone, firstDay, days, own: agenda.others.length };
      const rest = await eventFiles(source, when, textOf, report);
      // Speakers first, so that a concurrent reader finds the speakers of every session.
      return new Map<string, string | Uint8Array>([
        ...files.map(({ name, bytes }) => [`speakers/${name}`, bytes] as const),
        ['speakers.yaml', list.text],
        ['agenda.yaml', agenda.text],
        ...rest,
      ]);
    },
  );
  if (isBlocked) throw new InputError(rejection(report));
  return done;
}

/** Describes the removals if they are most of the imported entries: probably the file or the pack is the wrong one. */
function describeRemoval({ files, into }: ImportOptions, agenda: Merged, speakers: Merged): string | undefined {
  const removed = ({ rows }: Merged) => rows.filter(({ outcome }) => outcome === 'removed').length;
  const isMostOf = (lists: Merged[]) => sum(lists.map(removed)) * 2 > sum(lists.map(({ imported }) => imported));
  if (!isMostOf([agenda]) && !isMostOf([agenda, speakers])) return undefined;
  return (
    `This would remove ${removed(agenda)} of the ${agenda.imported} sessions and ${removed(speakers)} of the ` +
    `${speakers.imported} speakers that were imported into ${into} before. ` +
    `Is ${files.map((file) => basename(file)).join(', ')} the right file, and is this the right pack?`
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Summarizes the rejections, which are hard to find among all rows. */
function rejection(report: ImportReport): string {
  const rejected = report.count('rejected');
  return [
    `${rejected} ${rejected === 1 ? 'row is' : 'rows are'} rejected, so nothing was written:`,
    ...report.reasons('rejected').map((reason) => `  ${reason}`),
    'Correct them at the source and import again, or import the other rows with --skip-bad.',
  ].join('\n');
}

const daysOf = (event: string | undefined): number => Number(recordOf(parseYaml(event ?? '').data).days) || 1;

function place(
  source: SourceSchedule,
  people: People,
  { zone, firstDay, mainRoom }: ImportOptions,
  report: ImportReport,
): { placed: PlacedTalk[]; firstDay: string } {
  const timed = timeTalks(source, zone, report);
  const rooms = [...new Set(timed.flatMap(({ talk }) => talk.room ?? []))];
  if (mainRoom !== undefined && !rooms.includes(mainRoom)) {
    const meant = rooms.find((room) => room.toLowerCase() === mainRoom.toLowerCase());
    throw new InputError(
      `--main-room: the schedule has no room "${mainRoom}".${meant ? ` Did you mean "${meant}"?` : ''} ` +
        `Its rooms: ${rooms.join(', ') || 'none'}.`,
    );
  }
  if (source.talks.length + report.count('rejected') === 0) {
    throw new InputError(
      'The schedule has no sessions. Publish it at the source, export it again and import that file.',
    );
  }
  const found = placeTalks(joinTalks(timed, people), firstDay, report);
  if (!found || found.placed.length === 0) {
    throw new InputError(
      ['No session of the schedule can be imported, so nothing was written:', ...reasonsForNone(report)].join('\n'),
    );
  }
  return found;
}

const reasonsForNone = (report: ImportReport) =>
  [...report.reasons('rejected'), ...report.reasons('left out')].map((reason) => `  ${reason}`);

/** Returns event.yaml with the event's days, and placeholders for missing files of the pack. */
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
    const { text, changes } = updateEventYaml(before ?? placeholder, when);
    if (before !== undefined && changes.length > 0) report.add('pack', 'changed', `${file}: ${changes.join(', ')}`);
    if (own > 0 && changes.some((change) => !change.startsWith('days'))) {
      report.add(
        'pack',
        'warning',
        `agenda.yaml: the entries that are not from this schedule (${own}) move with the event's days`,
      );
    }
    files.push([file, text]);
  }
  return files;
}
