import { type ContentItem, SPONSOR_TIERS } from '@companion/contract/content';

export interface SponsorTier {
  name: string;
  sponsors: ContentItem[];
}

/** The sponsors by tier, in the order of §2; a tier that it does not name comes last, one without sponsors not at all. */
export function sponsorTiers(content: readonly ContentItem[]): SponsorTier[] {
  const sponsors = content.filter(({ category }) => category === 'Sponsor');
  const named = new Set(sponsors.map(tierOf));
  const names = new Set<string>([...SPONSOR_TIERS, ...named]);
  return [...names]
    .filter((name) => named.has(name))
    .map((name) => ({ name, sponsors: sponsors.filter((sponsor) => tierOf(sponsor) === name) }));
}

const tierOf = ({ tier }: ContentItem): string => tier || 'Sponsors';

/** Where a sponsor's logo leads; undefined for what is no web address, which is then no link. */
export function sponsorAddress({ url }: ContentItem): string | undefined {
  const address = URL.parse(url ?? '');
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
