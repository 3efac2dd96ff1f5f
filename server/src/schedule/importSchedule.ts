import { basename } from 'node:path';
import type { Finding } from '../event/packFindings.ts';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/errors.ts';
import { agendaEntries } from './agendaEntries.ts';
import { bringEvent } from './bringEvent.ts';
import { changePack } from './changePack.ts';
import { findSpeakers, speakerEntries, speakerIds } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { joinSessions } from './joinSessions.ts';
import { recordOf } from './looseValues.ts';
import { knownEntries, type Merged, mergeEntries } from './mergeEntries.ts';
import { packId } from './packId.ts';
import { packSkeleton } from './packSkeleton.ts';
import { type PlacedSession, placeSessions } from './placeSessions.ts';
import { reportNewPack } from './reportNewPack.ts';
import { reportNotFetched, type SchedulePictureOptions, schedulePictures } from './schedulePictures.ts';
import { sessionCategories } from './sessionCategories.ts';
import { sessionIds } from './sessionIds.ts';
import type { SourceSchedule } from './sourceSchedule.ts';
import { type People, tellPeopleApart } from './tellPeopleApart.ts';
import { timeSessions } from './timeSessions.ts';

export interface ImportOptions extends SchedulePictureOptions {
  /** The pack's folder. */
  into: string;
  zone: string;
  /** Undefined: the first day with a session. */
  firstDay: string | undefined;
  /** Sessions in it are on the main stage, whatever takes place at the same time. */
  mainRoom: string | undefined;
  /** Writes the other rows where some cannot be used. */
  skipBad: boolean;
  dryRun: boolean;
  now: number;
  /** Asks whether that may be; throws where it may not. */
  confirmRemoval(what: string): Promise<void>;
}

/**
 * Brings a pack to what a schedule says, and reports every row.
 * @returns the files of the pack that changed, or would, and warnings about it
 * @throws InputError when nothing is written, with the reason
 */
export async function importSchedule(
  source: SourceSchedule,
  options: ImportOptions,
  report: ImportReport,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const prefix = `${source.origin}-`;
  const people = tellPeopleApart(source, report);
  const { placed, firstDay } = place(source, people, options, report);
  await reportNewPack(options.into, report);
  const speakers = findSpeakers(source.speakers, placed, people, report);
  const { pictures, notFetched } = await schedulePictures(speakers, options, report);

  const held = report.count('refused') > 0 && !options.skipBad;
  const refusedIds = new Set([...report.refusedIds].map((id) => packId(prefix, id)));
  const done = await changePack(options.into, { now: options.now, dryRun: options.dryRun || held }, async (textOf) => {
    const before = {
      agenda: (await textOf('agenda.yaml')) ?? '',
      speakers: (await textOf('speakers.yaml')) ?? '',
      event: await textOf('event.yaml'),
    };
    const knownAgenda = knownEntries(before.agenda);
    const own = [...knownAgenda].filter(([id]) => !id.startsWith(prefix)).map(([, entry]) => entry);
    const days = Math.max(...[...placed, ...own].map(({ day }) => Number(day) || 1), daysOf(before.event));

    const knownSpeakers = knownEntries(before.speakers);
    const ids = speakerIds(speakers, { people, prefix, known: knownSpeakers });
    const hasPicture = (key: string) => Boolean(knownSpeakers.get(ids.get(key) ?? '')?.picture);
    reportNotFetched(
      notFetched.filter(({ key }) => !hasPicture(key)),
      report,
    );
    const sessions = agendaEntries(
      placed,
      sessionIds(placed, prefix, knownAgenda, report),
      sessionCategories(placed, { days, mainRoom: options.mainRoom }, report),
      (speaker) => ids.get(people.keyOf(speaker) ?? ''),
      report,
    );
    const files = pictures.map(({ key, ending, bytes }) => ({ id: ids.get(key) ?? '', ending, bytes }));
    const fileNames = new Map(files.map(({ id, ending }) => [id, `${id}${ending}`]));

    const agenda = mergeEntries(before.agenda, 'agenda.yaml', {
      prefix,
      entries: sessions,
      stays: (id) => (refusedIds.has(id) ? 'unchanged: its row is refused' : undefined),
    });
    const named = new Set(agenda.others.flatMap((item): unknown[] => item.toJSON().speakers ?? []));
    const list = mergeEntries(before.speakers, 'speakers.yaml', {
      prefix,
      entries: speakerEntries(speakers, ids, fileNames, report),
      stays: (id) => (named.has(id) ? 'unchanged: an agenda item that stays names this speaker' : undefined),
    });
    for (const { outcome, text } of agenda.rows) report.add('sessions', outcome, text);
    for (const { outcome, text } of list.rows) report.add('speakers', outcome, text);

    const removal = describeRemoval(options, agenda, list);
    if (removal && (options.dryRun || held))
      report.add('pack', 'warning', `${removal} An import asks before it does so`);
    else if (removal) await options.confirmRemoval(removal);

    const when = { timeZone: options.zone, firstDay, days, own: agenda.others.length };
    const rest = await eventFiles(source, when, textOf, report);
    // Speakers first: a reader between two files finds no session without its speakers.
    return new Map<string, string | Uint8Array>([
      ...files.map(({ id, ending, bytes }) => [`speakers/${id}${ending}`, bytes] as const),
      ['speakers.yaml', list.text],
      ['agenda.yaml', agenda.text],
      ...rest,
    ]);
  });
  if (held) throw new InputError(refusal(report));
  return done;
}

/** What an import would remove, where that is most of what the pack has: mostly the file or the pack is the wrong one. */
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

/** Summarizes the refusals, so that nobody has to look for them among all rows. */
function refusal(report: ImportReport): string {
  const refused = report.count('refused');
  return [
    `${refused} ${refused === 1 ? 'row is' : 'rows are'} refused, so nothing is written:`,
    ...report.reasons('refused').map((reason) => `  ${reason}`),
    'Correct them at their source and import again, or import the other rows with --skip-bad.',
  ].join('\n');
}

const daysOf = (event: string | undefined): number => Number(recordOf(parseYaml(event ?? '').data).days) || 1;

function place(
  source: SourceSchedule,
  people: People,
  { zone, firstDay, mainRoom }: ImportOptions,
  report: ImportReport,
): { placed: PlacedSession[]; firstDay: string } {
  const timed = timeSessions(source, zone, report);
  const rooms = [...new Set(timed.flatMap(({ session }) => session.room ?? []))];
  if (mainRoom !== undefined && !rooms.includes(mainRoom)) {
    const meant = rooms.find((room) => room.toLowerCase() === mainRoom.toLowerCase());
    throw new InputError(
      `--main-room: the schedule has no room "${mainRoom}".${meant ? ` Did you mean "${meant}"?` : ''} ` +
        `Its rooms: ${rooms.join(', ') || 'none'}.`,
    );
  }
  if (source.sessions.length + source.refused.length === 0) {
    throw new InputError('The schedule has no sessions: was it published before it was exported?');
  }
  const found = placeSessions(joinSessions(timed, people), firstDay, report);
  if (!found || found.placed.length === 0) {
    throw new InputError(
      ['No session of the schedule can be imported, so nothing is written:', ...whyNone(report)].join('\n'),
    );
  }
  return found;
}

const whyNone = (report: ImportReport) =>
  [...report.reasons('refused'), ...report.reasons('left out')].map((reason) => `  ${reason}`);

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
        `agenda.yaml: the entries that are not of this schedule (${own}) move with the event's days`,
      );
    }
    files.push([file, text]);
  }
  return files;
}
