import { addDays, isDate } from '../event/zonedTime.ts';

/** A longer text is no date or time, and takes long to compare. */
const MAX_LENGTH = 80;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b\.?,?/i;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const AMERICAN = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/;
const MONTH_FIRST = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH}(?:,?[ -](\\d{4}))?$`, 'i');

/**
 * Reads a date as Americans and ISO 8601 write it: `11/20/2026`, `Nov 20`, `Friday, November 20th, 2026`, `2026-11-20`.
 * @param first the event's first day, or today: a date without a year is the next one from there
 * @returns `2026-11-20`; undefined if it is no date
 */
export function readDate(written: string, first: string): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const text = written.replace(WEEKDAY, ' ').replace(/\s+/g, ' ').trim().replace(/,$/, '');
  const iso = ISO.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const american = AMERICAN.exec(text);
  if (american) return withYear(american[3], american[1], american[2], first);
  const named = MONTH_FIRST.exec(text);
  if (named) return withYear(named[3], monthOf(named[1]), named[2], first);
  const european = DAY_FIRST.exec(text);
  if (european) return withYear(european[3], monthOf(european[2]), european[1], first);
  return undefined;
}

const monthOf = (name = '') => String(MONTHS.indexOf(name.toLowerCase()) + 1);

function dateOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

function withYear(year: string | undefined, month: string | undefined, day: string | undefined, first: string) {
  if (year) return dateOf(year.length === 2 ? `20${year}` : year, month, day);
  const same = dateOf(first.slice(0, 4), month, day);
  // Events that begin in December may end in January.
  return same && same < addDays(first, -180) ? dateOf(String(Number(first.slice(0, 4)) + 1), month, day) : same;
}

/**
 * Reads a day of the event: `2`, `Day 2`, `Thursday`, or a date.
 * @param firstDay undefined if it is not known yet
 * @returns the date, or why there is none
 */
export function readDay(written: string, firstDay: string | undefined, today: string): string | { error: string } {
  const number = (DAY_NUMBER.exec(written) ?? /^(?:d|#)?\s*(\d{1,2})\b(?!\s*[/.\-\d])/i.exec(written))?.[1];
  const weekday = WEEKDAYS.indexOf(/^(sun|mon|tue|wed|thu|fri|sat)/i.exec(written)?.[1]?.toLowerCase() ?? '');
  const date = readDate(written.replace(/^day\s*\d+\s*[-–—:,(|/•]\s*/i, '').replace(/\)$/, ''), firstDay ?? today);
  if (date) return date;
  if (!number && weekday < 0)
    return { error: 'is no date, such as 11/20/2026 or 2026-11-20, and no day, such as Day 2' };
  if (!firstDay) return { error: 'has no date: enter the first day of the event' };
  if (number) return addDays(firstDay, Number(number) - 1);
  const begins = new Date(`${firstDay}T00:00Z`).getUTCDay();
  return addDays(firstDay, (weekday - begins + 7) % 7);
}

/** `Day 2 - Workshops`; not `Day 2/3`. */
const DAY_NUMBER = /^day\s*(\d{1,2})\b(?!\s*(?:[/.-]\s*)?\d)/i;
const WHOLE_DAY = /^(?:day\s*\d{1,2}|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/i;
/** `Day 2: Workshops`, `Friday (evening)`, `Friday Morning`. */
const DAY_WITH_TEXT = new RegExp(`${WHOLE_DAY.source}(?:\\s*[-–—:,(|/•]|\\s+(?:morning|afternoon|evening)$)`, 'i');
const DAY_ALONE = new RegExp(`^(?:${WEEKDAY.source})?$`, 'i');

/** Whether a text names a day, as a heading does, and is no title that only begins like one, such as `Sunset`. */
export function isDayHeading(written: string, first: string): boolean {
  const rest = written.replace(/^day\s*\d{1,2}\b\s*/i, '');
  return DAY_WITH_TEXT.test(written) || DAY_ALONE.test(rest) || readDate(rest, first) !== undefined;
}

/** Whether a text that is no heading may be meant as one: `Day 2 Workshops`. */
export const beginsWithDay = (written: string): boolean => WHOLE_DAY.test(written);

/** A time of day: minutes, and whether it says which half of the day. */
interface Clock {
  minutes: number;
  isSure: boolean;
  /** Written with AM or PM; of a clock with twelve hours without it; or of one with 24 hours. */
  half: 'written' | 'missing' | 'none';
}

/** Of texts with single spaces. */
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})? ?(?:([ap])\.? ?m?\.?)? ?(?:[a-z]{1,4}t)?$/i;

function readClock(written: string): Clock | undefined {
  const text = written.trim().toLowerCase();
  if (/^(?:12 )?noon$/.test(text)) return { minutes: 12 * 60, isSure: true, half: 'none' };
  if (/^(?:12 )?midnight$/.test(text)) return { minutes: 0, isSure: true, half: 'none' };
  const [, hours = '', minutes = '00', half] = TIME.exec(text) ?? [];
  if (!hours || Number(minutes) > 59) return undefined;
  // A number alone is no time.
  if (!half && !/[:.h]/.test(text)) return undefined;
  if (!half) {
    // `1:00` may be meant as the afternoon; `01:00` and `13:00` are of 24 hours, and no one begins at 9 at night by 9:00.
    const isSure = Number(hours) > 6 || hours.startsWith('0');
    const isOf24 = hours.startsWith('0') || Number(hours) > 12;
    if (Number(hours) > 24) return undefined;
    return { minutes: Number(hours) * 60 + Number(minutes), isSure, half: isOf24 ? 'none' : 'missing' };
  }
  if (Number(hours) > 12) return undefined;
  const inDay = (Number(hours) % 12) + (half === 'p' ? 12 : 0);
  return { minutes: inDay * 60 + Number(minutes), isSure: true, half: 'written' };
}

const TIME_AT_END = /[T, ](\d{1,2}(?:[:.]\d{2}){1,2} ?(?:[ap]\.?m?\.?)?|\d{1,2} ?[ap]\.?m\.?)$/i;
const BETWEEN_TIMES = /-|–|—|\bto\b|\buntil\b/i;

export interface CellTime {
  /** If the cell has one. */
  date?: string | undefined;
  minutes: number;
  /** Whether it says which half of the day it means. */
  isSure: boolean;
  /** Of a range of times in one cell. */
  endMinutes?: number | undefined;
}

/** Reads a cell with a time: `9:00 AM`, `14:30`, `noon`, `11/20/2026 9:00 AM`, `9:00 - 9:45 AM`. */
export function readTime(written: string, first: string): CellTime | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const text = written
    .replace(/\u202f|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const clock = readClock(text);
  if (clock) return { minutes: clock.minutes, isSure: clock.isSure };
  const dated = TIME_AT_END.exec(text);
  const date = dated && readDate(text.slice(0, dated.index).replace(/[T,]$/, '').trim(), first);
  const at = dated?.[1] && readClock(dated[1]);
  if (date && at) return { date, minutes: at.minutes, isSure: at.isSure };
  const [from = '', to = ''] = splitOnce(text, BETWEEN_TIMES);
  const end = readClock(to);
  const start = readClock(from) ?? (/^\d{1,2}$/.test(from) ? readClock(`${from}:00`) : undefined);
  if (!start || !end) return undefined;
  // `9:00 - 9:45 AM`, `11:00 - 1:00 PM`, `7:00 - 9:00 PM`: the start is in the half that puts it just before the end.
  const isHalfGiven = end.half === 'written';
  const later = (start.minutes % (12 * 60)) + 12 * 60;
  const isAfternoon = isHalfGiven && start.half === 'missing' && later < end.minutes;
  return { minutes: isAfternoon ? later : start.minutes, isSure: start.isSure || isHalfGiven, endMinutes: end.minutes };
}

/** What is before and after the first match; nothing without one. */
function splitOnce(text: string, separator: RegExp): string[] {
  const found = separator.exec(text);
  return found ? [text.slice(0, found.index).trim(), text.slice(found.index + found[0].length).trim()] : [];
}

/** Reads `45`, `45 min`, `1h 30m`, `1.5 hours`, `0:45`. In minutes. */
export function readLength(written: string): number | undefined {
  const text = written.trim().toLowerCase();
  const clock = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const plain = /^(\d{1,4})\s*(?:m|min|mins|minutes?)?\.?$/.exec(text);
  if (plain) return Number(plain[1]);
  const parts =
    /^(\d{1,2}(?:\.\d+)?)\s*(?:h|hrs?|hours?)\.?(?:\s*(?:and\s*)?(\d{1,2})\s*(?:m|min|mins|minutes?)?\.?)?$/.exec(text);
  return parts ? Math.round(Number(parts[1]) * 60) + Number(parts[2] ?? 0) : undefined;
}
