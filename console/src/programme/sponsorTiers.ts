import type { Programme, ProgrammeEntry } from '@companion/contract/staff/programme';
import { programmeNames } from '@companion/contract/staff/programmeNames';
import { textOf } from './programmeEdits.ts';

export const tierOf = (sponsor: ProgrammeEntry): string => textOf(sponsor.tier).trim();

/** The sponsors by tier, in the order in which phones show the tiers: unknown ones come after those of the event. */
export function sponsorsByTier(programme: Programme): [tier: string, sponsors: ProgrammeEntry[]][] {
  const places = new Map(programmeNames(programme).tiers.map((tier, place) => [tier, place]));
  const placeOf = (tier: string) => places.get(tier) ?? (tier ? places.size : places.size + 1);
  return [...Map.groupBy(programme.sponsors, tierOf)].sort(([one], [other]) => placeOf(one) - placeOf(other));
}

/** The tiers that a sponsor can be given: those of the event, and those that others have. */
export const tiersOf = (programme: Programme): string[] => [
  ...new Set([...programmeNames(programme).tiers, ...programme.sponsors.map(tierOf).filter(Boolean)]),
];
