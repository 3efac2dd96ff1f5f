import ICAL from 'ical.js';
import type { CalendarEvent, CalendarItem } from './calendarQueries.ts';
import { icsText } from './icsText.ts';
import { type IcsZone, icsZone, type Property, utcTime } from './icsZone.ts';
import { plainText } from './plainText.ts';

/** How often a subscriber should fetch the feed again. */
const REFRESH = 'PT1H';

// The library does not count the space that begins a continued line, of which 75 octets are allowed (RFC 5545, 3.1).
ICAL.foldLength = 74;
// Without a default type it would write VALUE=TEXT, which some apps do not read.
for (const name of ['name', 'x-wr-calname']) ICAL.design.icalendar.property[name] = { defaultType: 'text' };

/**
 * Writes items as a calendar (RFC 5545), the hidden ones as cancelled.
 * @param options `isFeed`: to subscribe to, with a name, instead of to import once; `appUrl`: where the items' pages are
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

const text = (name: string, value: string): Property => [name, {}, 'text', icsText(value)];

// Each in its standard form, and in the older one that more apps read.
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
    // Not the time of the request: while nothing changes, the file stays the same to the byte.
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
