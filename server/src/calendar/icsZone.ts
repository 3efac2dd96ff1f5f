import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';
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
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const wallTime = (instant: number) => {
    const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
    return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}:${part.second}` };
  };
  const offset = (instant: number) => {
    const { date, time } = wallTime(instant);
    return Date.parse(`${date}T${time}Z`) - instant;
  };
  const inUtc = (property: string, instant: number) => icsLine(property, icsInstant(instant));

  // As the list spells it: `america/new_york` is the same zone.
  const name = clock.resolvedOptions().timeZone;
  if (!tzlib_get_timezones().includes(name)) return { definition: '', time: inUtc };
  const [definition, tzid] = tzlib_get_ical_block(name);
  return {
    definition: `${definition}\r\n`,
    time: (property, instant) => {
      const { date, time } = wallTime(instant);
      const defined = tzlib_get_offset(name, date, time.slice(0, 5)).replace(/(?=..$)/, ':');
      const isSteady = offset(instant - STEADY) === offset(instant + STEADY);
      if (!isSteady || Date.parse(`${date}T${time}${defined}`) !== instant) return inUtc(property, instant);
      return icsLine(`${property};${tzid}`, `${date}T${time}`.replace(/[-:]/g, ''));
    },
  };
}
