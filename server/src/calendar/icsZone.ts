import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';
import { offsetAt, zonedTime } from '../event/zonedTime.ts';
import { icsInstant, icsLine } from './icsLine.ts';

/** How an event's times are written in a calendar. */
export interface IcsZone {
  /** The VTIMEZONE that the times refer to; empty where they are all in UTC. */
  definition: string;
  /** A property such as DTSTART at that instant, in milliseconds. */
  time(property: string, instant: number): string;
}

/** Milliseconds before and after a time within which clocks must not change for it to be told by the zone. */
const STEADY = 3 * 60 * 60_000;

/**
 * Times of the zone, by name. UTC takes their place wherever a calendar program might read another instant: in a zone
 * that has no VTIMEZONE or whose rules are told otherwise there, and about when clocks change: of an hour that they show
 * twice, programs take the one or the other.
 */
export function icsZone(timeZone: string): IcsZone {
  const inUtc = (property: string, instant: number) => icsLine(property, icsInstant(instant));

  // As the list spells it: `america/new_york` is the same zone.
  const name = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  if (!tzlib_get_timezones().includes(name)) return { definition: '', time: inUtc };
  const [definition, tzid] = tzlib_get_ical_block(name);
  return {
    definition: `${definition}\r\n`,
    time: (property, instant) => {
      const time = zonedTime(name, instant).toPlainDateTime().toString({ smallestUnit: 'second' });
      const defined = tzlib_get_offset(name, time.slice(0, 10), time.slice(11, 16)).replace(/(?=..$)/, ':');
      const isSteady = offsetAt(name, instant - STEADY) === offsetAt(name, instant + STEADY);
      if (!isSteady || Date.parse(`${time}${defined}`) !== instant) return inUtc(property, instant);
      return icsLine(`${property};${tzid}`, time.replace(/[-:]/g, ''));
    },
  };
}
