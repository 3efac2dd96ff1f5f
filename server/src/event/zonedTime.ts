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
export const instantOf = (zone: string, date: string, time: WallTime): number | undefined =>
  instantsOf(zone, date, time)[0];

/** Every instant at which clocks in that zone show that time of that date: mostly one, none or two at a change of clocks. */
export function instantsOf(zone: string, date: string, { hours, minutes }: WallTime): number[] {
  const wall = Date.parse(`${date}T00:00Z`) + (hours * 60 + minutes) * 60_000;
  const candidates = [wall - DAY, wall + DAY].map((near) => wall - offsetAt(zone, near));
  const fitting = candidates.filter((instant) => instant + offsetAt(zone, instant) === wall);
  return [...new Set(fitting)].sort((a, b) => a - b);
}

export interface WallTime {
  hours: number;
  minutes: number;
}

/** Milliseconds that clocks in that zone are ahead of UTC. */
export function offsetAt(zone: string, instant: number): number {
  const parts = clockOf(zone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes far longer than using it, and an import of thousands of sessions is in one zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(zone, clock);
  return clock;
}

const isoDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
