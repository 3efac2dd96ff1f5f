import { keptEvent } from './session/keptEvent.ts';
import { MINUTE_MS } from './time.ts';

/** The parts of an instant in the event's zone. A part that the list lacks is empty. */
type Parts = { [Type in Intl.DateTimeFormatPartTypes]?: string | undefined };

let shownZone: string | undefined;
let formatter: Intl.DateTimeFormat;
/** For a zone that American English does not abbreviate: `CEST`, `GMT+9`. */
let british: Intl.DateTimeFormat | undefined;
const known = new Map<number, Parts>();
/** An event has a few hundred instants; the current time adds one each minute. */
const MAX_KNOWN = 1000;

/**
 * Formats an instant once. One formatter serves all functions below, created when first used: on a phone each takes
 * tens of milliseconds to create, and so does formatting the hundreds of times of an agenda.
 */
function partsOf(instant: number): Parts {
  const zone = keptEvent().timeZone;
  if (zone !== shownZone) {
    shownZone = zone;
    formatter = formatIn(zone);
    british = undefined;
    known.clear();
  }
  const found = known.get(instant);
  if (found) return found;
  const parts: Parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
  if (!/^[A-Z]+$/.test(parts.timeZoneName ?? '')) {
    british ??= new Intl.DateTimeFormat('en-GB', {
      timeZone: formatter.resolvedOptions().timeZone,
      timeStyle: 'long',
    });
    parts.timeZoneName = british.format(instant).split(' ')[1];
  }
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(instant, parts);
  return parts;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timeZone || undefined,
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'shortGeneric',
    });
  } catch {
    // The phone is older than the zone: as for an event that it does not know, times are in its own zone, and name it.
    return formatIn('');
  }
}

/** `9:00 AM`, in the event's zone. Instants are milliseconds since 1970. */
export function formatTime(instant: number): string {
  const { hour, minute, dayPeriod } = partsOf(instant);
  return `${hour}:${minute} ${dayPeriod}`;
}

/** `9:00 AM ET` (decision 035): always names the zone, since the phone's own may differ. */
export const formatTimeWithZone = (instant: number): string =>
  `${formatTime(instant)} ${partsOf(instant).timeZoneName}`;

/** `Tuesday, June 9`. */
export function formatDay(instant: number): string {
  const { weekday, month, day } = partsOf(instant);
  return `${weekday}, ${month} ${day}`;
}

/** `Tuesday`. */
export const formatWeekday = (instant: number): string => partsOf(instant).weekday ?? '';

/** Whether both are on the same day in the event's time zone. */
export const isSameDay = (one: number, other: number): boolean =>
  formatDay(one) === formatDay(other) && partsOf(one).year === partsOf(other).year;

/** `5 min`, `1 h`, `1 h 20 min`: rounded up, so that 0 shows only at the end. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS));
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ') || '0 min';
}
