const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The date and time that clocks in that zone show, as `datetime-local` fields have it: `2026-11-20T09:00`. */
export const localTime = (zone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T');

/**
 * The instant at which clocks in that zone show this time: the first of two, and for a time that they skip the one that
 * comes as long after the change. Undefined if it is no time.
 */
export function instantOf(zone: string, local: string): number | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Clocks change once at most between a day before and a day after.
  const byOldClock = asUtc - offsetAt(zone, asUtc - DAY);
  const byNewClock = asUtc - offsetAt(zone, asUtc + DAY);
  return [byOldClock, byNewClock].find((instant) => localTime(zone, instant) === local) ?? byOldClock;
}

/** How far clocks in that zone are ahead of UTC then. */
const offsetAt = (zone: string, instant: number): number =>
  Date.parse(`${localTime(zone, instant)}Z`) - Math.floor(instant / MINUTE) * MINUTE;
