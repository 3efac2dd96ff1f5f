import type { CalendarEvent, CalendarItem } from './calendarQueries.ts';
import { icsInstant, icsLine, icsText } from './icsLine.ts';
import { type IcsZone, icsZone } from './icsZone.ts';
import { plainText } from './plainText.ts';

/** How often a subscriber should look again. */
const REFRESH = 'PT1H';

/**
 * Items as a calendar (RFC 5545), the hidden ones as cancelled.
 * @param options `isFeed`: to subscribe to, with a name of its own, instead of to import once; `appUrl`: where the items' pages are
 */
export function writeCalendar(
  event: CalendarEvent,
  items: readonly CalendarItem[],
  { appUrl, isFeed }: { appUrl: string; isFeed: boolean },
): string {
  const zone = icsZone(event.time_zone);
  return [
    icsLine('BEGIN', 'VCALENDAR'),
    icsLine('VERSION', '2.0'),
    icsLine('PRODID', '-//Summit Companion//Agenda//EN'),
    icsLine('CALSCALE', 'GREGORIAN'),
    icsLine('METHOD', 'PUBLISH'),
    ...(isFeed ? feedProperties(event) : []),
    zone.definition,
    ...items.flatMap((item) => itemLines(item, { event, zone, appUrl })),
    icsLine('END', 'VCALENDAR'),
  ].join('');
}

// Each in its standard form, and in the one that programs knew before.
const feedProperties = ({ name, time_zone }: CalendarEvent) => [
  icsLine('NAME', icsText(name)),
  icsLine('X-WR-CALNAME', icsText(name)),
  icsLine('X-WR-TIMEZONE', icsText(time_zone)),
  icsLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
  icsLine('X-PUBLISHED-TTL', REFRESH),
];

interface Setting {
  event: CalendarEvent;
  zone: IcsZone;
  appUrl: string;
}

function itemLines(item: CalendarItem, { event, zone, appUrl }: Setting): string[] {
  const page = `${appUrl}/agenda/${[item.campaign_id, item.id].map(encodeURIComponent).join('/')}`;
  const description = [item.subtitle, plainText(item.body), page].filter(Boolean).join('\n\n');
  const changed = icsInstant(item.changed_at);
  return [
    icsLine('BEGIN', 'VEVENT'),
    icsLine('UID', icsText(`${item.id}.${event.id}@${new URL(appUrl).hostname}`)),
    // Not the time of asking: while nothing changes, the file stays the same to the byte.
    icsLine('DTSTAMP', changed),
    icsLine('LAST-MODIFIED', changed),
    icsLine('SEQUENCE', item.revision),
    zone.time('DTSTART', item.starts_at),
    ...(item.ends_at !== null && item.ends_at > item.starts_at ? [zone.time('DTEND', item.ends_at)] : []),
    icsLine('SUMMARY', icsText(item.title)),
    ...(item.room ? [icsLine('LOCATION', icsText(item.room))] : []),
    icsLine('DESCRIPTION', icsText(description)),
    icsLine('CATEGORIES', icsText(item.category)),
    icsLine('URL', page),
    icsLine('STATUS', item.hidden ? 'CANCELLED' : 'CONFIRMED'),
    icsLine('END', 'VEVENT'),
  ];
}
