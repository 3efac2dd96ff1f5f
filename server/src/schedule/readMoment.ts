import { instantsOf, isDate, offsetAt, zonedTime } from '../event/zonedTime.ts';
import { MINUTE } from '../platform/time.ts';

const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?\s*(?:(Z|UTC)|([+-])(\d\d):?(\d\d)?)?$/i;

/** An instant, and its date and time in the event's zone. */
export interface Moment {
  /** Milliseconds. */
  instant: number;
  /** `2026-11-20`, and the minutes since its midnight. */
  date: string;
  minutes: number;
  /** Whether this local time occurs twice, because clocks go back. */
  twice: boolean;
  /** The offset in the source, such as `+02:00`, if the zone has a different one at that time. */
  otherOffset: string | undefined;
}

/**
 * Reads `2026-11-20T09:00:00`, with or without an offset.
 * @returns the moment, or a message if the text is not a time in that zone
 */
export function readMoment(written: string, zone: string): Moment | string {
  const parts = WRITTEN.exec(written);
  const date = parts?.[1];
  const hours = Number(parts?.[2]);
  const minutes = Number(parts?.[3]);
  if (!parts || !date || !isDate(date) || hours * 60 + minutes > 24 * 60 || minutes > 59) {
    return `${quote(written)} is not a date and time such as 2026-11-20T09:00`;
  }
  const [, , , , utc, sign, offsetHours, offsetMinutes = '00'] = parts;
  if (utc || sign) {
    const size = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes)) * MINUTE;
    const offset = sign === '-' ? -size : size;
    const instant = Date.parse(`${date}T00:00Z`) + (hours * 60 + minutes) * MINUTE - offset;
    const agrees = offsetAt(zone, instant) === offset;
    const otherOffset = agrees ? undefined : utc ? 'Z' : `${sign}${offsetHours}:${offsetMinutes}`;
    return { ...momentAt(instant, zone), otherOffset };
  }
  const [instant, again] = instantsOf(zone, date, { hours, minutes });
  if (instant === undefined) return `${quote(written)} does not exist in ${zone}, because clocks skip it`;
  return { instant, date, minutes: hours * 60 + minutes, twice: again !== undefined, otherOffset: undefined };
}

/** Quotes a value in a message: shortened, on one line. */
export const quote = (written: string): string => JSON.stringify(shorten(written));

export const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);

export function momentAt(instant: number, zone: string): Moment {
  const zoned = zonedTime(zone, instant);
  const date = zoned.toPlainDate().toString();
  const twice = instantsOf(zone, date, { hours: zoned.hour, minutes: zoned.minute }).length > 1;
  return { instant, date, minutes: zoned.hour * 60 + zoned.minute, twice, otherOffset: undefined };
}

/** Reads a duration as minutes: `00:45`, `1:30`, `01:30:00`, `1:02:30` (days first, as pretalx writes it), `PT1H30M`, `45`. */
export function readDuration(written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:0+S)?$/i.exec(written);
  if (iso && (iso[1] || iso[2])) return Number(iso[1] ?? 0) * 60 + Number(iso[2] ?? 0);
  const clock = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(written);
  if (!clock) return undefined;
  const [first, second, third] = clock.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  if (first === undefined || second === undefined) return undefined;
  // One digit first: days, hours and minutes. Two digits: hours, minutes and seconds.
  if (third !== undefined && first > 0 && clock[1]?.length === 1) return (first * 24 + second) * 60 + third;
  return first * 60 + second;
}

/** Returns the minutes on the clock since the midnight that begins `date`; more than 24 h for the next morning. */
export const minutesSince = (date: string, moment: Moment): number =>
  Math.round((Date.parse(`${moment.date}T00:00Z`) - Date.parse(`${date}T00:00Z`)) / MINUTE) + moment.minutes;
