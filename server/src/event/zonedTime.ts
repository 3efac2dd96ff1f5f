const DAY = 86_400_000;

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** `2026-02-30` is a date in form only. */
export function isDate(date: string): boolean {
  const instant = Date.parse(`${date}T00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(instant) && isoDate(instant) === date;
}

/** The date on the wall at that instant, `2026-11-20`. */
export const dateIn = (zone: string, instant: number): string => isoDate(instant + offsetAt(zone, instant));

/** The date that many days later. */
export const addDays = (date: string, days: number): string => isoDate(Date.parse(`${date}T00:00Z`) + days * DAY);

/**
 * The instant at which clocks in that zone show that time of that date. Hours past 24 go on into the next morning.
 * A time that clocks show twice is the first of the two; one that they skip is undefined.
 */
export function instantOf(zone: string, date: string, { hours, minutes }: WallTime): number | undefined {
  const wall = Date.parse(`${date}T00:00Z`) + (hours * 60 + minutes) * 60_000;
  const candidates = [wall - DAY, wall + DAY].map((near) => wall - offsetAt(zone, near));
  const fitting = candidates.filter((instant) => instant + offsetAt(zone, instant) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : undefined;
}

export interface WallTime {
  hours: number;
  minutes: number;
}

function offsetAt(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

const isoDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
