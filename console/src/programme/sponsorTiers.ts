import { SPONSOR_TIERS } from '@companion/contract/content';
import type { Programme, ProgrammeEntry } from '@companion/contract/staff/programme';
import { textOf } from './programmeEdits.ts';

export const tierOf = (sponsor: ProgrammeEntry): string => textOf(sponsor.tier).trim();

/** The sponsors by tier, in the order in which phones show the tiers; unknown ones come last. */
export function sponsorsByTier({ sponsors }: Programme): [tier: string, sponsors: ProgrammeEntry[]][] {
  const known: readonly string[] = SPONSOR_TIERS;
  const rank = (tier: string) => (known.includes(tier) ? known.indexOf(tier) : known.length);
  return [...Map.groupBy(sponsors, tierOf)].sort(([one], [other]) => rank(one) - rank(other));
}

/** The tiers that a sponsor can be given: the known ones, and those that others have. */
export const tiersOf = ({ sponsors }: Programme): string[] => [
  ...new Set([...SPONSOR_TIERS, ...sponsors.map(tierOf).filter(Boolean)]),
];
