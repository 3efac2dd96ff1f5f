import ICAL from 'ical.js';
import type { CalendarEvent, CalendarItem } from './calendarQueries.ts';
import { type IcsZone, icsZone, type Property, utcTime } from './icsZone.ts';
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
  const page = `${appUrl}/agenda/${[item.campaign_id, item.id].map(encodeURIComponent).join('/')}`;
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
