import type { ContentItem } from '@companion/contract/content';

export interface SponsorTier {
  name: string;
  sponsors: ContentItem[];
}

/**
 * Groups the sponsors by tier. Unknown tiers come last; tiers without sponsors are left out.
 * @param tiers of the event, in their order
 */
export function sponsorTiers(content: readonly ContentItem[], tiers: readonly string[]): SponsorTier[] {
  const sponsors = content.filter(({ category }) => category === 'Sponsor');
  const named = new Set(sponsors.map(tierOf));
  const names = new Set<string>([...tiers, ...named]);
  return [...names]
    .filter((name) => named.has(name))
    .map((name) => ({ name, sponsors: sponsors.filter((sponsor) => tierOf(sponsor) === name) }));
}

const tierOf = ({ tier }: ContentItem): string => tier || 'Sponsors';

/** The address that a sponsor's logo links to; undefined if it is not a web address. */
export function sponsorAddress({ url }: ContentItem): string | undefined {
  const address = URL.parse(url ?? '');
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
