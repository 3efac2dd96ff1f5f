import type { ContentItem } from '@companion/contract/content';

export interface SponsorTier {
  name: string;
  sponsors: ContentItem[];
}

/** Groups the sponsors by tier. The list has them in the order of the event's tiers. */
export const sponsorTiers = (content: readonly ContentItem[]): SponsorTier[] =>
  [
    ...Map.groupBy(
      content.filter(({ category }) => category === 'Sponsor'),
      tierOf,
    ),
  ].map(([name, sponsors]) => ({
    name,
    sponsors,
  }));

const tierOf = ({ tier }: ContentItem): string => tier || 'Sponsors';

/** The address that a sponsor's logo links to; undefined if it is not a web address. */
export function sponsorAddress({ url }: ContentItem): string | undefined {
  const address = URL.parse(url ?? '');
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
