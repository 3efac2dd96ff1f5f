import { itemPath } from '@companion/contract/appAddress';
import ICAL from 'ical.js';
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';
import { offsetAt, zonedTime } from '../event/zonedTime.ts';
import { HOUR, isoTime } from '../platform/time.ts';
import type { CalendarEvent, CalendarItem } from './calendarQueries.ts';
import { plainText } from './plainText.ts';

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar does not allow these characters
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g;

/** How often a subscriber should fetch the feed again. */
const REFRESH = 'PT1H';

// RFC 5545, 3.1 allows 75 octets per line; the library does not count the space that begins a continued line.
ICAL.foldLength = 74;
// Without a default type it would write VALUE=TEXT, which some apps do not read.
for (const name of ['name', 'x-wr-calname']) ICAL.design.icalendar.property[name] = { defaultType: 'text' };

/**
 * Writes items as a calendar (RFC 5545); hidden ones are cancelled.
 * @param options `isFeed`: for a subscription, which has a name, instead of an import; `appUrl`: the address of the pages
 */
export function writeCalendar(
  event: CalendarEvent,
  items: readonly CalendarItem[],
  { appUrl, isFeed }: { appUrl: string; isFeed: boolean },
): string {
  const zone = icsZone(event.time_zone);
  const properties = [
    text('version', '2.0'),
    text('prodid', '-//Summit Companion//Agenda//EN'),
    text('calscale', 'GREGORIAN'),
    text('method', 'PUBLISH'),
    ...(isFeed ? feedProperties(event) : []),
  ];
  const events = items.map((item) => ['vevent', itemProperties(item, { event, zone, appUrl }), []]);
  return ICAL.stringify(['vcalendar', properties, [...zone.definitions, ...events]]);
}

/** A text with only the characters that iCalendar allows (RFC 5545, 3.3.11). */
export const icsText = (text: string): string => text.toWellFormed().replace(LINE_BREAKS, '\n').replace(CONTROLS, '');

const text = (name: string, value: string): Property => [name, {}, 'text', icsText(value)];

// Each in its standard form, and in an older one that more apps read.
const feedProperties = ({ name, time_zone }: CalendarEvent): Property[] => [
  text('name', name),
  text('x-wr-calname', name),
  ['x-wr-timezone', {}, 'unknown', time_zone],
  ['refresh-interval', {}, 'duration', REFRESH],
  ['x-published-ttl', {}, 'unknown', REFRESH],
];

interface Setting {
  event: CalendarEvent;
  zone: IcsZone;
  appUrl: string;
}

function itemProperties(item: CalendarItem, { event, zone, appUrl }: Setting): Property[] {
  const page = appUrl + itemPath(item.campaign_id, item.id);
  const description = [item.subtitle, plainText(item.body), page].filter(Boolean).join('\n\n');
  return [
    text('uid', `${item.id}.${event.id}@${new URL(appUrl).hostname}`),
    // Not the time of the request, so that an unchanged calendar keeps its bytes.
    utcTime('dtstamp', item.changed_at),
    utcTime('last-modified', item.changed_at),
    ['sequence', {}, 'integer', item.revision],
    zone.time('dtstart', item.starts_at),
    ...(item.ends_at !== null && item.ends_at > item.starts_at ? [zone.time('dtend', item.ends_at)] : []),
    text('summary', item.title),
    ...(item.room ? [text('location', item.room)] : []),
    text('description', description),
    text('categories', item.category),
    ['url', {}, 'uri', page],
    text('status', item.hidden ? 'CANCELLED' : 'CONFIRMED'),
  ];
}

/** A property in jCal (RFC 7265): its name, parameters, type and value. */
type Property = [name: string, parameters: Record<string, string>, type: string, value: string | number];

/** How an event's times are written in a calendar. */
interface IcsZone {
  /** The VTIMEZONE that the times refer to; empty if all of them are in UTC. */
  definitions: object[];
  /** A property such as DTSTART at that instant, in milliseconds. */
  time(property: string, instant: number): Property;
}

/** A time within this distance of a clock change is written in UTC. */
const CLOCK_CHANGE_MARGIN_MS = 3 * HOUR;

/** A property at that instant, in milliseconds, in UTC: `20261120T140000Z`. */
const utcTime = (property: string, instant: number): Property => [
  property,
  {},
  'date-time',
  isoTime(instant).replace(/\.\d+/, ''),
];

/**
 * Writes times in the named zone. Where a calendar app might read another instant, they are in UTC: if the zone has no
 * VTIMEZONE or one with other rules, and near a clock change, because apps disagree on an hour that clocks show twice.
 */
function icsZone(timeZone: string): IcsZone {
  // The name as the IANA list spells it: `america/new_york` is the same zone.
  const name = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  if (!tzlib_get_timezones().includes(name)) return { definitions: [], time: utcTime };
  const [definition = '', parameter = ''] = tzlib_get_ical_block(name);
  // Another name for the same zone, where the list has several.
  const tzid = parameter.replace('TZID=', '');
  return {
    definitions: [ICAL.parse(definition)],
    time: (property, instant) => {
      const time = zonedTime(name, instant).toPlainDateTime().toString({ smallestUnit: 'second' });
      const defined = tzlib_get_offset(name, time.slice(0, 10), time.slice(11, 16)).replace(/(?=..$)/, ':');
      const [before, after] = [instant - CLOCK_CHANGE_MARGIN_MS, instant + CLOCK_CHANGE_MARGIN_MS];
      if (offsetAt(name, before) !== offsetAt(name, after) || Date.parse(`${time}${defined}`) !== instant)
        return utcTime(property, instant);
      return [property, { tzid }, 'date-time', time];
    },
  };
}
