import type { EventNames } from '@companion/contract/event';
import { DEFAULT_TIERS } from '@companion/contract/eventDefaults';
import type { ContentRow, EventRow } from '../platform/db/eventSchema.ts';
import { markdownHtml } from './markdownHtml.ts';
import { readAgenda, readSpeakers, readSponsors } from './packContent.ts';
import { type Finding, PackError } from './packFindings.ts';
import { packFolderError } from './packFolder.ts';
import { eventFields } from './packSchemas.ts';
import { type ChangedFiles, type Entry, PackSource } from './packSource.ts';
import { type PackCampaigns, readCampaigns } from './readCampaigns.ts';
import { dateIn } from './zonedTime.ts';

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
export async function readPack(folder: string, now: number, changes: ChangedFiles = new Map()): Promise<Pack> {
  const unusable = changes.size === 0 ? await packFolderError(folder) : undefined;
  if (unusable) throw new PackError(folder, [{ file: folder, text: unusable }]);

  const source = new PackSource(folder, changes);
  const entry = await source.one('event.yaml', eventFields);
  const { timeZone, firstDay, days, tiers, breakoutsFilter, dayFilters } = entry.fields;
  if (days !== undefined && dayFilters && dayFilters.length !== days)
    entry.addProblem('dayFilters', `has ${dayFilters.length} labels: it needs one for each of the ${days} days`);
  if (entry.fields.id === PLACEHOLDER_ID) {
    entry.addWarning(
      'id',
      `is still the placeholder ${PLACEHOLDER_ID}: give the event an id of its own before it is loaded`,
    );
  }
  const date = firstDay === 'today' ? timeZone && dateIn(timeZone, now) : firstDay;

  const speakers = await readSpeakers(source);
  const sponsors = await readSponsors(source, tiers ?? DEFAULT_TIERS);
  const agenda = await readAgenda(source, { timeZone, firstDay: date, days, breakoutsFilter }, speakers, sponsors);
  const { campaigns, questions, entries } = await readCampaigns(source);
  reportTakenIds([...agenda.entries, ...speakers.entries, ...sponsors.entries, ...entries]);
  const html = async (file: string) => markdownHtml(await source.text(file));
  const texts = {
    welcome: await html('welcome.md'),
    thanks: await html('thanks.md'),
    about: await html('about.md'),
    privacy_policy: await html('privacy-policy.md'),
  };
  await source.logo();

  const event = entry.complete;
  if (source.problems.length > 0 || !event) throw new PackError(folder, source.problems);
  return {
    event: {
      id: event.id,
      name: event.name,
      host: event.host,
      tagline: event.tagline,
      time_zone: event.timeZone,
      starts_at: Math.min(...instants(agenda.rows, 'starts_at')),
      ends_at: Math.max(...instants(agenda.rows, 'ends_at')),
      help_desk_email: event.helpDesk.email,
      help_desk_phone: event.helpDesk.phone,
      terms_version: event.termsVersion,
      color: event.color,
      names: namesIn(event),
      ...texts,
    },
    campaigns,
    questions,
    content: [...agenda.rows, ...speakers.rows, ...sponsors.rows],
    readAt: now,
    warnings: source.warnings,
  };
}

/** The names that the pack has, as the column of the event keeps them. */
function namesIn({ organizationTypes, tiers, dayFilters, breakoutsFilter, speakersFilter }: EventNames): string | null {
  const names = JSON.stringify({ organizationTypes, tiers, dayFilters, breakoutsFilter, speakersFilter });
  return names === '{}' ? null : names;
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

const instants = (rows: ContentRow[], column: 'starts_at' | 'ends_at') =>
  rows.map((row) => row[column]).filter((instant) => instant !== null);
