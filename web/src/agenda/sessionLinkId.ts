import type { ContentItem } from '@companion/contract/content';

/** The id of a session's link in the page, to lead the focus there. */
export const sessionLinkId = ({ campaignId, id }: ContentItem): string => `session-${campaignId}-${id}`;
