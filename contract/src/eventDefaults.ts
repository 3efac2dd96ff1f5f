/*
 * The names of the specification: what an event has whose own data says nothing else (decision 067). No other file of the
 * product names them. The server fills them in, so phones do not load this.
 */

/** §9: the zone of an event that has not said its own yet. */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** §3, in the order the form shows them. */
const ORGANIZATION_TYPES = ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'];

/** Other spellings of these types on the forms of ticketing services, as letters and digits only. */
export const ORGANIZATION_TYPE_SYNONYMS: Record<string, string> = {
  '8acertified': '8(a)',
  '8abusiness': '8(a)',
  hubzonecertified: 'HUBZone',
  servicedisabledveteranownedsmallbusiness: 'SDVOSB',
  womenownedsmallbusiness: 'WOSB',
  womanownedsmallbusiness: 'WOSB',
  minoritybusinessenterprise: 'MBE',
  largebusiness: 'Large',
  smallbusiness: 'Small',
};

/** The tiers of /sponsors, in the order they are shown (§2). */
const TIERS = ['Welcome Dinner + Platinum', 'Registration + Platinum', 'Platinum', 'Event', 'Gold', 'Silver', 'A/V'];

/** The names of an event. */
export interface EventNames {
  organizationTypes: string[];
  /** The tiers of sponsors, in the order in which they are shown. */
  tiers: string[];
  /** The labels of the agenda's filters: one for each day, that of breakout sessions, and that of the speakers. */
  dayFilters: string[];
  breakoutsFilter: string;
  speakersFilter: string;
}

type OwnNames = { [Name in keyof EventNames]?: EventNames[Name] | undefined };

/** The names of an event that lasts so many days: its own, and the defaults for those that it lacks. */
export const completeNames = (own: OwnNames, days: number): EventNames => ({
  organizationTypes: own.organizationTypes ?? [...ORGANIZATION_TYPES],
  tiers: own.tiers ?? [...TIERS],
  dayFilters: own.dayFilters ?? dayFiltersOf(days),
  // The specification's names the first of its two days (§2).
  breakoutsFilter: own.breakoutsFilter ?? (days === 2 ? 'Day 1 - Breakout Sessions' : 'Breakout Sessions'),
  speakersFilter: own.speakersFilter ?? 'Featured Speakers',
});

function dayFiltersOf(days: number): string[] {
  if (days === 1) return ['Main Stage'];
  if (days === 2) return ['Day 1 - Main Stage', 'Day 2'];
  return Array.from({ length: days }, (_, index) => `Day ${index + 1}`);
}
