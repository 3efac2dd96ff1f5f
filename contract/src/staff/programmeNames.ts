import { completeNames, type EventNames } from '../eventDefaults.ts';
import type { FieldValue, Programme } from './programme.ts';

/** The names of the event that a draft describes, as phones will show them once it is published. */
export function programmeNames({ event }: Pick<Programme, 'event'>): EventNames {
  const { organizationTypes, tiers, dayFilters, breakoutsFilter, speakersFilter, days } = event;
  const own = {
    organizationTypes: textsIn(organizationTypes),
    tiers: textsIn(tiers),
    dayFilters: textsIn(dayFilters),
    breakoutsFilter: textsIn(breakoutsFilter)?.[0],
    speakersFilter: textsIn(speakersFilter)?.[0],
  };
  return completeNames(own, Number(days) || 1);
}

/** What is there; undefined without any. */
function textsIn(value: FieldValue | undefined): string[] | undefined {
  const texts = [value ?? []].flat().map((text) => text.trim());
  const there = texts.filter(Boolean);
  return there.length > 0 ? there : undefined;
}
