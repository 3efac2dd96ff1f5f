import type { ContentItem } from '@companion/contract/content';
import { itemKind } from '../page/itemKind.ts';

/** Whether the agenda and the dashboard list the item: not those of category Sponsor (§2). */
export const isOnAgenda = (item: ContentItem): boolean => itemKind(item) === 'session';

export const isSpeaker = ({ type }: ContentItem): boolean => type === 'Speaker';

/** The speakers of an item, in its own order. */
export const speakersOf = ({ speakerIds }: ContentItem, content: readonly ContentItem[]): ContentItem[] =>
  speakerIds.flatMap((id) => content.find((item) => isSpeaker(item) && item.id === id) ?? []);

/** The sessions of a speaker, in the order of the list. */
export const sessionsOf = (speaker: ContentItem, content: readonly ContentItem[]): ContentItem[] =>
  content.filter((item) => isOnAgenda(item) && item.speakerIds.includes(speaker.id));

/** Ids are unique within a campaign. */
export const isSameItem = (one: ContentItem, other: ContentItem): boolean =>
  one.id === other.id && one.campaignId === other.campaignId;

/** The element id of a session's link, to move the focus there. */
export const sessionLinkId = ({ campaignId, id }: ContentItem): string => `session-${campaignId}-${id}`;

/** The item of an address; undefined if the list has none. */
export const findItem = (
  content: readonly ContentItem[],
  { campaignId, contentId }: { campaignId: string; contentId: string },
): ContentItem | undefined => content.find((one) => one.id === contentId && one.campaignId === campaignId);
