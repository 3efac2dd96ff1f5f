import type { ContentItem } from '@companion/contract/content';
import { paths } from '../paths.ts';

/** Made from the item alone: the address of the page may have a token of its reader. */
export const shareLink = ({ campaignId, id }: ContentItem): string =>
  new URL(paths.contentItem(campaignId, id), window.location.origin).href;
