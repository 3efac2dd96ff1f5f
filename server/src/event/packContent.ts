import { SPONSOR_TIERS } from '@companion/contract/content';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import { markdownHtml } from './markdownHtml.ts';
import { speakerFields, sponsorFields } from './packSchemas.ts';
import type { Entry, PackSource } from './packSource.ts';

/** The campaigns of content (§7): each is a part of the pack. */
export const CONTENT_CAMPAIGNS = { agenda: 'agenda', speakers: 'speakers', sponsors: 'sponsors' } as const;

/** The folders of the pack that hold the pictures. */
export const PICTURE_FOLDERS = { speakers: 'speakers', sponsors: 'sponsors' } as const;

export interface PackContent {
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
    hidden: 0,
    ...given,
  };
}

export async function readSpeakers(source: PackSource): Promise<PackContent> {
  const entries = await source.list('speakers.yaml', speakerFields);
  const rows: ContentRow[] = [];
  for (const [position, entry] of entries.entries()) {
    const info = await source.picture(entry, 'picture', PICTURE_FOLDERS.speakers, entry.fields.picture);
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
        picture: info,
        body: markdownHtml(bio),
      }),
    );
  }
  return { rows, entries };
}

/** §3 has only the types Agenda and Speaker, so the category identifies a sponsor. */
export async function readSponsors(source: PackSource): Promise<PackContent> {
  const entries = await source.list('sponsors.yaml', sponsorFields);
  const rows: ContentRow[] = [];
  for (const [position, entry] of entries.entries()) {
    const { tier, logo } = entry.fields;
    const picture = await source.picture(entry, 'logo', PICTURE_FOLDERS.sponsors, logo);
    if (tier && !SPONSOR_TIERS.some((known) => known === tier)) {
      entry.addWarning('tier', `${tier} is not one of ${SPONSOR_TIERS.join(', ')}: it is shown last`);
    }
    if (!entry.complete) continue;
    const { id, name, url, about } = entry.complete;
    rows.push(
      contentRow({
        id,
        campaign_id: CONTENT_CAMPAIGNS.sponsors,
        position,
        type: 'Agenda',
        category: 'Sponsor',
        title: name,
        slug: entry.complete.logo,
        picture,
        tier: entry.complete.tier,
        url,
        body: markdownHtml(about),
      }),
    );
  }
  return { rows, entries };
}
