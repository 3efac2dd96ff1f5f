import { Temporal } from 'temporal-polyfill';

export interface WallTime {
  hours: number;
  minutes: number;
}

export function isTimeZone(zone: string): boolean {
  try {
    // Temporal would also accept a date with a zone.
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Whether the date exists: `2026-02-30` does not. */
export function isDate(date: string): boolean {
  try {
    Temporal.PlainDate.from(date);
    // Temporal also accepts other formats.
    return /^\d{4}-\d\d-\d\d$/.test(date);
  } catch {
    return false;
  }
}

/** That instant, in milliseconds, on the clocks of that zone. */
export const zonedTime = (zone: string, instant: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

/** The date in that zone at that instant, `2026-11-20`. */
export const dateIn = (zone: string, instant: number): string => zonedTime(zone, instant).toPlainDate().toString();

/** The date that many days later. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** The instant at which that date begins in that zone. */
export const startOfDay = (zone: string, date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/**
 * The instant at which clocks in that zone show that time of that date. Hours past 24 continue into the next morning.
 * A time that clocks show twice is the first of the two; one that they skip is undefined.
 */
export const instantOf = (zone: string, date: string, time: WallTime): number | undefined =>
  instantsOf(zone, date, time)[0];

/** Every instant at which clocks in that zone show that time of that date: none or two at a clock change, else one. */
export function instantsOf(zone: string, date: string, time: WallTime): number[] {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime().add(time);
  const zoned = (['earlier', 'later'] as const).map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }));
  // Where clocks skip that time, both show another one.
  const shown = zoned.filter((given) => given.toPlainDateTime().equals(wall));
  return [...new Set(shown.map(({ epochMilliseconds }) => epochMilliseconds))];
}

/** Milliseconds that clocks in that zone are ahead of UTC. */
export const offsetAt = (zone: string, instant: number): number => zonedTime(zone, instant).offsetNanoseconds / 1e6;
