import type { ContentItem } from '@companion/contract/content';

export type ItemKind = 'session' | 'speaker' | 'sponsor';

/** What an item of the content list is. One of category Sponsor is no session (§2). */
export const itemKind = ({ type, category }: Pick<ContentItem, 'type' | 'category'>): ItemKind =>
  type === 'Speaker' ? 'speaker' : category === 'Sponsor' ? 'sponsor' : 'session';
