import type { ContentItem } from '@companion/contract/content';

/** An item of which only the given fields are known. */
export const contentItem = (
  given: Pick<ContentItem, 'id' | 'type' | 'category'> & Partial<ContentItem>,
): ContentItem => ({
  campaignId: 'agenda',
  title: given.id,
  subtitle: null,
  startDate: null,
  endDate: null,
  sponsor: null,
  slug: null,
  body: '',
  vote: null,
  comment: null,
  room: null,
  speakerIds: [],
  tier: null,
  url: null,
  picture: null,
  ...given,
});
