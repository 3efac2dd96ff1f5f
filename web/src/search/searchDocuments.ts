import type { ContentItem } from '@companion/contract/content';
import { formatWeekday } from '../formatTime.ts';
import { type ItemKind, itemKind } from '../page/itemKind.ts';

export type SearchKind = ItemKind | 'room';

/** What can be found, with its texts. */
export interface SearchDocument {
  id: string;
  kind: SearchKind;
  /** A room has none. */
  item?: ContentItem;
  title: string;
  /** Of a session's speakers. */
  names: string;
  room: string;
  /** The day of the week. */
  day: string;
  /** The subtitle, the sponsor of a session and the tier of a sponsor. */
  details: string;
  /** HTML. */
  body: string;
}

/** Sessions, speakers and sponsors, in the order of the content list, then the rooms. */
export function searchDocuments(content: readonly ContentItem[]): SearchDocument[] {
  const speakers = new Map(content.filter((item) => itemKind(item) === 'speaker').map(({ id, title }) => [id, title]));
  const documents = content.map((item): SearchDocument => {
    const { campaignId, id, title, speakerIds, room, startDate, subtitle, sponsor, tier, body } = item;
    return {
      id: JSON.stringify([campaignId, id]),
      kind: itemKind(item),
      item,
      title,
      names: listed(
        speakerIds.map((speaker) => speakers.get(speaker)),
        ', ',
      ),
      room: room ?? '',
      day: startDate ? formatWeekday(Date.parse(startDate)) : '',
      details: listed([subtitle, sponsor, tier], ' · '),
      body,
    };
  });
  const rooms = new Set(documents.flatMap(({ kind, room }) => (kind === 'session' && room ? room : [])));
  return [
    ...documents,
    ...[...rooms].map((room): SearchDocument => ({ ...NOTHING_ELSE, id: room, kind: 'room', title: room })),
  ];
}

const NOTHING_ELSE = { names: '', room: '', day: '', details: '', body: '' };

const listed = (texts: readonly (string | null | undefined)[], separator: string) =>
  texts.filter(Boolean).join(separator);
