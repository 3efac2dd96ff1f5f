import ICAL from 'ical.js';
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';
import { offsetAt, zonedTime } from '../event/zonedTime.ts';
import { HOUR, isoTime } from '../platform/time.ts';

/** A property in jCal (RFC 7265): its name, parameters, type and value. */
export type Property = [name: string, parameters: Record<string, string>, type: string, value: string | number];

/** How an event's times are written in a calendar. */
export interface IcsZone {
  /** The VTIMEZONE that the times refer to; empty if all of them are in UTC. */
  definitions: object[];
  /** A property such as DTSTART at that instant, in milliseconds. */
  time(property: string, instant: number): Property;
}

/** A time within this distance of a clock change is written in UTC. */
const CLOCK_CHANGE_MARGIN_MS = 3 * HOUR;

/** A property at that instant, in milliseconds, in UTC: `20261120T140000Z`. */
export const utcTime = (property: string, instant: number): Property => [
  property,
  {},
  'date-time',
  isoTime(instant).replace(/\.\d+/, ''),
];

/**
 * Writes times in the named zone. Where a calendar app might read another instant, they are in UTC: if the zone has no
 * VTIMEZONE or one with other rules, and near a clock change, because apps disagree on an hour that clocks show twice.
 */
export function icsZone(timeZone: string): IcsZone {
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
