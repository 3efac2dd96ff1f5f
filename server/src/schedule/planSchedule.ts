import { InputError } from '../platform/inputError.ts';
import { distinguishPeople, type People } from './distinguishPeople.ts';
import { type FoundSpeaker, findSpeakers } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { agendaEntries, speakerEntries } from './packEntries.ts';
import { packId, prefixOf, slugOf, speakerIds } from './packId.ts';
import { type PlacedTalk, placeTalks, talkCategories } from './placeTalks.ts';
import { type FieldChange, type KnownEntries, type KnownEntry, type MergePlan, planMerge } from './planMerge.ts';
import type { SourceSchedule } from './sourceSchedule.ts';
import { talkIds, withoutStart } from './talkIds.ts';
import { joinTalks, timeTalks } from './timeTalks.ts';

export interface PlaceOptions {
  zone: string;
  /** Default: the first day with a session. */
  firstDay: string | undefined;
  /** Sessions in this room are on the main stage. */
  mainRoom: string | undefined;
}

/** A schedule whose sessions have a day and whose people are told apart. */
export interface PlacedSchedule {
  source: SourceSchedule;
  people: People;
  placed: PlacedTalk[];
  firstDay: string;
  speakers: ReadonlyMap<string, FoundSpeaker>;
}

/** Determines days, times and people of a schedule. @throws InputError if no session of it can be imported */
export function placeSchedule(source: SourceSchedule, options: PlaceOptions, report: ImportReport): PlacedSchedule {
  const people = distinguishPeople(source, report);
  const { placed, firstDay } = place(source, people, options, report);
  return { source, people, placed, firstDay, speakers: findSpeakers(source.speakers, placed, people, report) };
}

/** What there is before the import. */
export interface KnownPack {
  agenda: KnownEntries;
  speakers: KnownEntries;
  /** Undefined if there is no event yet. */
  event: KnownEntry | undefined;
  /** The ids that were ever used, as far as they are known: votes refer to them. */
  usedIds: ReadonlySet<string>;
}

export interface SchedulePlan {
  agenda: MergePlan;
  speakers: MergePlan;
  /** Of zone, first day and number of days. */
  event: FieldChange[];
  /** The pack's id of each speaker, by key (distinguishPeople.ts). */
  speakerIds: ReadonlyMap<string, string>;
}

/**
 * Compares a schedule with what there is, and reports every row.
 * @param endings of the pictures that the import brings, by the speaker's key
 */
export function planSchedule(
  { source, people, placed, firstDay, speakers }: PlacedSchedule,
  known: KnownPack,
  { zone, mainRoom, endings }: PlaceOptions & { endings: ReadonlyMap<string, string> },
  report: ImportReport,
): SchedulePlan {
  const prefix = prefixOf(source);
  const own = [...known.agenda].filter(([id]) => !id.startsWith(prefix)).map(([, entry]) => entry);
  // Days are never removed: the pack's own entries may be on them.
  const days = Math.max(...[...placed, ...own].map(({ day }) => Number(day) || 1), Number(known.event?.days) || 1);
  const hasIds = source.origin !== 'table';
  const ids = speakerIds(speakers, { people, prefix, known: known.speakers, adopts: !hasIds });
  const speakersOf = (item: PlacedTalk) => [
    ...new Set(item.speakers.flatMap((speaker) => ids.get(people.keyOf(speaker) ?? '') ?? [])),
  ];
  const entries = agendaEntries(
    placed,
    talkIds(placed, { prefix, known: known.agenda, usedIds: known.usedIds, speakersOf, hasIds }, report),
    talkCategories(placed, { days, mainRoom }, report),
    speakersOf,
    report,
  );
  const pictures = new Map([...endings].map(([key, ending]) => [ids.get(key) ?? '', `${ids.get(key)}.${ending}`]));
  const rejectedIds = new Set([...report.rejectedIds].flatMap((id) => [packId(prefix, id), prefix + slugOf(id)]));
  // Of several sessions with one id or title, the rejected row may be any that the other rows are not.
  const isRejected = (id: string, { title }: KnownEntry) =>
    [id, withoutStart(id)].some((each) => rejectedIds.has(each)) ||
    (typeof title === 'string' && report.rejectedIds.has(title));
  const agenda = planMerge(known.agenda, {
    prefix,
    entries,
    stays: (id, entry) => (isRejected(id, entry) ? 'unchanged: its row is rejected' : undefined),
  });
  const named = new Set(
    agenda.others.flatMap((item): unknown[] => (Array.isArray(item.speakers) ? item.speakers : [])),
  );
  const list = planMerge(known.speakers, {
    prefix,
    entries: speakerEntries(speakers, ids, pictures, report).filter(({ id }) => id.startsWith(prefix)),
    stays: (id) => (named.has(id) ? 'unchanged: an agenda item that is kept names this speaker' : undefined),
  });
  for (const { outcome, id, text } of agenda.rows) report.add('sessions', outcome, `${id}  ${text}`);
  for (const { outcome, id, text } of list.rows) report.add('speakers', outcome, `${id}  ${text}`);
  const event = eventChanges(known.event ?? {}, { timeZone: zone, firstDay, days: String(days) });
  return { agenda, speakers: list, event, speakerIds: ids };
}

const eventChanges = (event: KnownEntry, wanted: Record<string, string>): FieldChange[] =>
  Object.entries(wanted).flatMap(([key, value]) => (event[key] === value ? [] : { key, before: event[key], value }));

/** Reports the changes of an event that was there before. */
export function reportEventChanges(file: string, { event, agenda }: SchedulePlan, report: ImportReport): void {
  const changes = event.map(
    ({ key, before, value }) => `${key} ${before === undefined ? '' : `${before} -> `}${value}`,
  );
  if (changes.length > 0) report.add('pack', 'changed', `${file}: ${changes.join(', ')}`);
  reportMoved({ event, agenda }, report);
}

/** Warns that the organizer's own entries are on other dates, because they have the number of a day. */
export function reportMoved(
  { event, agenda: { others } }: Pick<SchedulePlan, 'event' | 'agenda'>,
  report: ImportReport,
) {
  if (others.length === 0 || event.every(({ key }) => key === 'days')) return;
  const what = `the entries that are not from this schedule (${others.length}) move with the event's days`;
  report.add('pack', 'warning', `agenda.yaml: ${what}`);
}

/**
 * Describes the removals if they are most of the imported entries: probably the file is the wrong one.
 */
export function describeRemoval({ agenda, speakers }: Pick<SchedulePlan, 'agenda' | 'speakers'>): string | undefined {
  const isMostOf = (lists: MergePlan[]) =>
    sum(lists.map(({ removed }) => removed.length)) * 2 > sum(lists.map(({ imported }) => imported));
  if (!isMostOf([agenda]) && !isMostOf([agenda, speakers])) return undefined;
  return (
    `This would remove ${agenda.removed.length} of the ${agenda.imported} sessions and ${speakers.removed.length} of ` +
    `the ${speakers.imported} speakers that were imported before.`
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function place(
  source: SourceSchedule,
  people: People,
  { zone, firstDay, mainRoom }: PlaceOptions,
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
  const found = placeTalks(joinTalks(timed, people, report), firstDay, report);
  if (!found || found.placed.length === 0) {
    throw new InputError(
      ['No session of the schedule can be imported, so nothing was written:', ...reasonsForNone(report)].join('\n'),
    );
  }
  return found;
}

const reasonsForNone = (report: ImportReport) =>
  [...report.reasons('rejected'), ...report.reasons('left out')].map((reason) => `  ${reason}`);
