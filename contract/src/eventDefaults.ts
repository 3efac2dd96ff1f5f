/*
 * The names of the specification: what an event has whose own data says nothing else (decision 067). No other file of the
 * product names them.
 */

/** §9: the zone in which times are shown where an older server does not name the event's. */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** §3, in the order the form shows them. */
export const DEFAULT_ORGANIZATION_TYPES: readonly string[] = [
  '8(a)',
  'HUBZone',
  'SDVOSB',
  'WOSB',
  'MBE',
  'Large',
  'Small',
  'other',
];

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
export const DEFAULT_TIERS: readonly string[] = [
  'Welcome Dinner + Platinum',
  'Registration + Platinum',
  'Platinum',
  'Event',
  'Gold',
  'Silver',
  'A/V',
];

/*
 * The labels of the agenda's filters (§2), where they differ from the category that they show: the first day of an event of
 * up to two days, breakout sessions, speakers.
 */
export const MAIN_STAGE_FILTER = 'Day 1 - Main Stage';
export const BREAKOUTS_FILTER = 'Day 1 - Breakout Sessions';
export const SPEAKERS_FILTER = 'Featured Speakers';
