import { FILTER_DAYS } from '@companion/contract/content';
import { completeNames } from '@companion/contract/eventDefaults';
import type { ContentRow, EventRow } from '../platform/db/eventSchema.ts';
import { markdownHtmlInTurn } from './markdownHtml.ts';
import { readAgenda, readSpeakers, readSponsors } from './packContent.ts';
import { type Finding, PackError } from './packFindings.ts';
import { packFolderError } from './packFolder.ts';
import { type ChangedFiles, folderParts } from './packParts.ts';
import { eventFields } from './packSchemas.ts';
import { type Entry, PackSource } from './packSource.ts';
import { type PackCampaigns, readCampaigns } from './readCampaigns.ts';
import { addDays, dateIn, startOfDay } from './zonedTime.ts';

/** The id that an import gives to an event when the schedule has no name for it. */
export const PLACEHOLDER_ID = 'summit';

/** A valid pack, as database rows. */
export interface Pack extends Pick<PackCampaigns, 'campaigns' | 'questions'> {
  event: EventRow;
  content: ContentRow[];
  /** In milliseconds; the time of change of the rows that it changes. */
  readAt: number;
  /** Findings that do not prevent the pack from being used. */
  warnings: Finding[];
}

/**
 * Reads and checks an event pack (docs/event-pack.md), and changes nothing.
 * @param now in milliseconds; determines the date of `firstDay: today`
 * @param changes are read in place of the files in the folder, which may be missing then
 * @throws PackError with every problem of the pack
 */
export const readPack = async (folder: string, now: number, changes: ChangedFiles = new Map()): Promise<Pack> =>
  (await readPackSource(folder, now, changes)).pack;

/** As `readPack`, with what was read. */
export async function readPackSource(
  folder: string,
  now: number,
  changes: ChangedFiles = new Map(),
): Promise<{ pack: Pack; source: PackSource }> {
  const unusable = changes.size === 0 ? await packFolderError(folder) : undefined;
  if (unusable) throw new PackError(folder, [{ file: folder, text: unusable }]);

  const source = new PackSource(folderParts(folder, changes));
  const pack = await checkPack(source, now);
  if (!pack) throw new PackError(folder, source.problems);
  return { pack, source };
}

/**
 * Checks a pack, wherever its parts are.
 * @param source gets the problems and warnings
 * @returns undefined if it has a problem
 */
export async function checkPack(source: PackSource, now: number): Promise<Pack | undefined> {
  const entry = await source.one('event.yaml', eventFields);
  const { timeZone, firstDay, days, dayFilters } = entry.fields;
  if (days !== undefined && dayFilters && dayFilters.length !== days) {
    entry.addProblem('dayFilters', `has ${dayFilters.length} labels, and the event has ${days} days: each needs one`);
  }
  const names = completeNames(entry.fields, days ?? FILTER_DAYS);
  if (entry.fields.id === PLACEHOLDER_ID) {
    entry.addWarning(
      'id',
      `is still the placeholder ${PLACEHOLDER_ID}: give the event an id of its own before it is loaded`,
    );
  }
  const date = firstDay === 'today' ? timeZone && dateIn(timeZone, now) : firstDay;

  const speakers = await readSpeakers(source);
  const sponsors = await readSponsors(source, names.tiers);
  const agenda = await readAgenda(source, { timeZone, firstDay: date, days, ...names }, speakers, sponsors);
  const used = new Set(agenda.rows.map(({ room }) => room));
  for (const { name } of entry.fields.rooms ?? []) {
    if (agenda.rows.length > 0 && !used.has(name)) entry.addWarning('rooms', `names ${name}, where no session is`);
  }
  const { campaigns, questions, entries } = await readCampaigns(source);
  reportTakenIds([...agenda.entries, ...speakers.entries, ...sponsors.entries, ...entries]);
  const html = async (file: string) => markdownHtmlInTurn(await source.text(file));
  const texts = {
    welcome: await html('welcome.md'),
    thanks: await html('thanks.md'),
    about: await html('about.md'),
    privacy_policy: await html('privacy-policy.md'),
  };
  const logo = await source.logo();

  const event = entry.complete;
  if (source.problems.length > 0 || !event || !date) return undefined;
  // Of an event without sessions, its days.
  const sessions = agenda.rows.length > 0 ? agenda.rows : [daysOf(event.timeZone, date, event.days)];
  return {
    event: {
      id: event.id,
      name: event.name,
      host: event.host,
      tagline: event.tagline,
      time_zone: event.timeZone,
      starts_at: Math.min(...instants(sessions, 'starts_at')),
      ends_at: Math.max(...instants(sessions, 'ends_at')),
      help_desk_email: event.helpDesk.email,
      help_desk_phone: event.helpDesk.phone,
      terms_version: event.termsVersion,
      color: event.color,
      rooms: JSON.stringify(Object.fromEntries(event.rooms.map(({ name, capacity }) => [name, capacity]))),
      logo,
      names: JSON.stringify(names),
      ...texts,
    },
    campaigns,
    questions,
    content: [...agenda.rows, ...speakers.rows, ...sponsors.rows],
    readAt: now,
    warnings: source.warnings,
  };
}

/** An id must be unique in the whole pack, because answers, votes and comments refer to it. */
function reportTakenIds(entries: Entry<{ id: string }>[]): void {
  const taken = new Set<string>();
  for (const entry of entries) {
    const { id } = entry.fields;
    if (id && taken.has(id)) entry.addProblem('id', `${id} is taken by another entry of the pack`);
    if (id) taken.add(id);
  }
}

const daysOf = (zone: string, firstDay: string, days: number): Times => ({
  starts_at: startOfDay(zone, firstDay),
  ends_at: startOfDay(zone, addDays(firstDay, days)),
});

type Times = Pick<ContentRow, 'starts_at' | 'ends_at'>;
const instants = (rows: Times[], column: 'starts_at' | 'ends_at') =>
  rows.map((row) => row[column]).filter((instant) => instant !== null);
