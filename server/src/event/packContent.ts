import { FILTER_DAYS } from '@companion/contract/content';
import type { ExpressionBuilder } from 'kysely';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { markdownHtmlInTurn } from './markdownHtml.ts';
import { agendaFields, speakerFields, sponsorFields } from './packSchemas.ts';
import type { Entry, PackSource } from './packSource.ts';
import { addDays, instantOf, type WallTime } from './zonedTime.ts';

/** The campaigns of content (§7): each is a part of the pack. */
export const CONTENT_CAMPAIGNS = { agenda: 'agenda', speakers: 'speakers', sponsors: 'sponsors' } as const;

/** The folders of the pack that hold the pictures. */
export const PICTURE_FOLDERS = { speakers: 'speakers', sponsors: 'sponsors' } as const;

interface PackContent {
  rows: ContentRow[];
  entries: Entry<{ id: string }>[];
}

/** A row in which columns that only some kinds of content have are empty by default. */
export function contentRow(
  given: Pick<ContentRow, 'id' | 'campaign_id' | 'position' | 'type' | 'category' | 'title' | 'body'> &
    Partial<ContentRow>,
): ContentRow {
  return {
    subtitle: null,
    starts_at: null,
    ends_at: null,
    sponsor: null,
    slug: null,
    room: null,
    speaker_ids: '[]',
    tier: null,
    url: null,
    picture: null,
    asset: null,
    hidden: 0,
    ...given,
  };
}

export async function readSpeakers(source: PackSource): Promise<PackContent> {
  const entries = await source.list('speakers.yaml', speakerFields);
  const rows: ContentRow[] = [];
  for (const [position, entry] of entries.entries()) {
    const shown = await source.picture(entry, 'picture', PICTURE_FOLDERS.speakers, entry.fields.picture);
    if (!entry.complete) continue;
    const { id, name, role, organization, picture, bio } = entry.complete;
    rows.push(
      contentRow({
        id,
        campaign_id: CONTENT_CAMPAIGNS.speakers,
        position,
        type: 'Speaker',
        category: 'Speakers',
        title: name,
        subtitle: [role, organization].filter(Boolean).join(', ') || null,
        slug: picture,
        ...shown,
        body: await markdownHtmlInTurn(bio),
      }),
    );
  }
  return { rows, entries };
}

/**
 * §3 has only the types Agenda and Speaker, so the category identifies a sponsor. The rows are in the order of the tiers,
 * in which phones show them.
 * @param tiers of the event, in their order
 */
export async function readSponsors(source: PackSource, tiers: readonly string[]): Promise<PackContent> {
  const entries = await source.list('sponsors.yaml', sponsorFields);
  const rows: ContentRow[] = [];
  for (const entry of entries) {
    const { tier, logo } = entry.fields;
    const shown = await source.picture(entry, 'logo', PICTURE_FOLDERS.sponsors, logo);
    if (tier && !tiers.includes(tier)) {
      entry.addWarning('tier', `${tier} is not one of ${tiers.join(', ')}: it is shown last`);
    }
    if (!entry.complete) continue;
    const { id, name, url, about } = entry.complete;
    rows.push(
      contentRow({
        id,
        campaign_id: CONTENT_CAMPAIGNS.sponsors,
        position: 0,
        type: 'Agenda',
        category: 'Sponsor',
        title: name,
        slug: entry.complete.logo,
        ...shown,
        tier: entry.complete.tier,
        url,
        body: await markdownHtmlInTurn(about),
      }),
    );
  }
  const places = new Map(tiers.map((tier, place) => [tier, place]));
  const placeOf = ({ tier }: ContentRow) => places.get(tier ?? '') ?? tiers.length;
  const inOrder = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { rows: inOrder.map((row, position) => ({ ...row, position })), entries };
}

/** The dates of the event; undefined where event.yaml is invalid. */
interface EventDays {
  timeZone: string | undefined;
  /** `2026-11-20` */
  firstDay: string | undefined;
  days: number | undefined;
  breakoutsFilter: string;
}

interface When {
  day: number;
  start: WallTime;
  end: WallTime;
  category: string;
}

/** Reads agenda.yaml; its speakers and sponsors must be in the pack. */
export async function readAgenda(
  source: PackSource,
  event: EventDays,
  speakers: PackContent,
  sponsors: PackContent,
): Promise<PackContent> {
  const entries = await source.list('agenda.yaml', agendaFields);
  if (entries.length === 0 && source.reads('agenda.yaml')) {
    // An event that staff have just begun has none yet.
    (source.isStored ? source.warnings : source.problems).push({ file: 'agenda.yaml', text: 'has no items' });
  }
  const rows: ContentRow[] = [];
  const speakersById = byId(speakers);
  const sponsorsById = byId(sponsors);
  const sponsorNames = new Map(sponsors.rows.map(({ id, title }) => [id, title]));
  for (const [position, entry] of entries.entries()) {
    const { speakers: speakerIds, sponsor } = entry.fields;
    const unknown = source.reads('speakers.yaml') ? (speakerIds ?? []).filter((id) => !speakersById.has(id)) : [];
    for (const id of unknown) entry.addProblem('speakers', `has ${id}, who is not among the speakers`);
    if (sponsor && source.reads('sponsors.yaml') && !sponsorsById.has(sponsor)) {
      entry.addProblem('sponsor', `${sponsor} is not among the sponsors`);
    }
    const { starts_at, ends_at } = checkTimes(entry, event);
    if (!entry.complete) continue;
    const { id, category, title, subtitle, room, body } = entry.complete;
    rows.push(
      contentRow({
        id,
        campaign_id: CONTENT_CAMPAIGNS.agenda,
        position,
        type: 'Agenda',
        category,
        title,
        subtitle,
        starts_at,
        ends_at,
        sponsor: sponsorNames.get(sponsor ?? '') ?? null,
        body: await markdownHtmlInTurn(body),
        room,
        speaker_ids: JSON.stringify(speakerIds),
      }),
    );
  }
  return { rows, entries };
}

const byId = ({ entries }: PackContent): Set<string | undefined> => new Set(entries.map(({ fields }) => fields.id));

/** The item's start and end; undefined, with a reported problem, where they cannot be determined. */
function checkTimes(entry: Entry<When>, { timeZone, firstDay, days, breakoutsFilter }: EventDays) {
  const { day, start, end, category } = entry.fields;
  if (day !== undefined && days !== undefined && (day < 1 || day > days)) {
    entry.addProblem('day', `${day} is outside the event: days is ${days}`);
  } else if (category?.startsWith('Day ') && day !== undefined && category !== `Day ${day}`) {
    entry.addProblem('category', `${category} does not match day ${day}`);
  } else if (category === 'Breakout Sessions' && days !== undefined && days > FILTER_DAYS) {
    const own = day === undefined ? 'that of its day' : `Day ${day}`;
    entry.addProblem(
      'category',
      `must be ${own}: an event of more than ${FILTER_DAYS} days has one filter for each day`,
    );
  } else if (category === 'Breakout Sessions' && day !== undefined && day > 1) {
    // The label of the filter button (§2) is the same for every day.
    entry.addWarning('category', `is shown under "${breakoutsFilter}"`);
  }
  if (start && end && minutesOf(end) <= minutesOf(start)) {
    entry.addProblem('end', 'is not after start (past midnight, continue counting: 24:30)');
  }
  if (!timeZone || !firstDay || !day) return {};
  const date = addDays(firstDay, day - 1);
  const instant = (key: 'start' | 'end', time: WallTime | undefined) => {
    const found = time && instantOf(timeZone, date, time);
    if (time && found === undefined) entry.addProblem(key, 'does not exist that day: clocks go forward over it');
    return found;
  };
  return { starts_at: instant('start', start), ends_at: instant('end', end) };
}

const minutesOf = ({ hours, minutes }: WallTime) => hours * 60 + minutes;

/** Whether an item is of this event: what an earlier one has left is not. */
export const isOfEvent = (by: ExpressionBuilder<Database, 'content'>) =>
  by.or([by('content.hidden', '=', 0), by('content.event_id', '=', by.selectFrom('events').select('events.id'))]);
