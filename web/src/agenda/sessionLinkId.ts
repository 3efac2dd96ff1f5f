import type { ContentItem } from '@companion/contract/content';

/** The element id of a session's link, to move the focus there. */
export const sessionLinkId = ({ campaignId, id }: ContentItem): string => `session-${campaignId}-${id}`;
