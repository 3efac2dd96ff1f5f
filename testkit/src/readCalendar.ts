import ICAL from 'ical.js';

/** An event as a calendar app has it. */
export interface ReadEvent {
  uid: string;
  title: string;
  /** ISO 8601 in UTC, converted by the zone that the file defines. */
  start: string;
  end: string;
  room: string | null;
  description: string;
  category: string;
  url: string;
  sequence: number;
  status: string;
  stamp: string;
  modified: string;
}

/** For tests: reads a calendar with the zones that the file defines. */
export function readCalendar(text: string): { events: ReadEvent[]; zones: string[] } {
  const calendar = ICAL.Component.fromString(text);
  const textOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name));
  return {
    zones: calendar.getAllSubcomponents('vtimezone').map((zone) => textOf(zone, 'tzid')),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        title: event.summary,
        start: instant(event.startDate),
        end: instant(event.endDate),
        room: event.location,
        description: event.description,
        category: textOf(component, 'categories'),
        url: textOf(component, 'url'),
        sequence: event.sequence,
        status: textOf(component, 'status'),
        stamp: textOf(component, 'dtstamp'),
        modified: textOf(component, 'last-modified'),
      };
    }),
  };
}

const instant = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString();
