import { DAYS, FILTER_DAYS } from '@companion/contract/content';
import { completeNames, type EventNames } from '@companion/contract/eventDefaults';
import { addDays } from '../event/zonedTime.ts';
import { InputError } from '../platform/inputError.ts';
import { DAY } from '../platform/time.ts';
import type { ImportReport } from './importReport.ts';
import { minutesSince } from './readMoment.ts';
import { clockTime, describeTalk, type JoinedTalk, rejectTalk } from './timeTalks.ts';

/** Sessions that begin before five belong to the evening before, if there was one. */
const NIGHT_ENDS = 5 * 60;
/** Sessions that begin before six belong to the evening before if the file assigns them to it. */
const LATEST_NIGHT = 6 * 60;
/** The last minute of a day in a pack, 29:59. */
const LAST_MINUTE = 30 * 60 - 1;

export interface PlacedTalk extends JoinedTalk {
  /** 1 is the event's first. */
  day: number;
  /** Minutes since the midnight that begins that day. */
  from: number;
  to: number;
}

/**
 * Assigns sessions to the days of an event. Sessions that do not fit are reported as rejected or left out.
 * @returns the sessions and the first day; undefined if there are no sessions
 * @throws InputError if the sessions are on more days than an event can have
 */
export function placeTalks(
  joined: JoinedTalk[],
  wantedFirstDay: string | undefined,
  report: ImportReport,
): { placed: PlacedTalk[]; firstDay: string } | undefined {
  const labels = readLabels(joined, report);
  const dates = new Set(joined.map(({ start }) => start.date));
  const dated = joined.map((item) => ({ ...item, date: dayOf(item, dates, labels) }));
  const firstDay = wantedFirstDay ?? dated.map(({ date }) => date).sort()[0];
  if (!firstDay) return undefined;
  rejectTooManyDays(dated, wantedFirstDay);

  const placed: PlacedTalk[] = [];
  for (const { date, ...item } of dated) {
    const day = (Date.parse(date) - Date.parse(firstDay)) / DAY + 1;
    const from = minutesSince(date, item.start);
    const to = minutesSince(date, item.end);
    if (day < 1 || day > DAYS.length) {
      const why = `it is not on one of the ${DAYS.length} days from ${firstDay} on, the --first-day`;
      report.add('sessions', 'left out', describeTalk(item.talk), why);
    } else if (to > LAST_MINUTE) {
      rejectTalk(item.talk, 'it ends after 5:59 of the next morning, which the agenda cannot show', report);
    } else {
      placed.push({ ...item, day, from, to });
    }
  }
  return { placed, firstDay };
}

/** Throws one error for all sessions: usually one date is mistyped, or the file holds several events. */
function rejectTooManyDays(dated: { date: string }[], wantedFirstDay: string | undefined): void {
  const dates = [...Map.groupBy(dated, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  const [first, last] = [dates[0]?.[0] ?? '', dates.at(-1)?.[0] ?? ''];
  if (wantedFirstDay !== undefined || last < addDays(first, DAYS.length)) return;
  const counts = dates.map(([date, talks]) => `${date} (${talks.length})`);
  throw new InputError(
    `The sessions are between ${first} and ${last}, but an event has at most ${DAYS.length} days. Nothing was written.\n` +
      `Set the event's first day with --first-day. Sessions by date: ${counts.join(', ')}.`,
  );
}

/**
 * Checks whether the file's dates of its days are plausible. Some files date days in UTC, which puts whole days under
 * the date before.
 */
function readLabels(joined: JoinedTalk[], report: ImportReport): 'plausible' | 'wrong' {
  const wrong = joined.filter(
    ({ talk: { day }, start }) => day !== undefined && day !== start.date && start.minutes >= LATEST_NIGHT,
  );
  const [example] = wrong;
  if (!example) return 'plausible';
  const begins = `${example.start.date} ${clockTime(example.start.minutes)}`;
  report.add(
    'sessions',
    'warning',
    `${wrong.length} of ${joined.length} sessions have another date in the file than the one on which they begin, ` +
      `such as ${describeTalk(example.talk)}: under ${example.talk.day}, but it begins ${begins}. ` +
      'Every session is placed on the day on which it begins in the zone of the event',
  );
  return 'wrong';
}

/** Returns the date of the day that a session belongs to. After midnight, this is usually the date of the evening. */
function dayOf({ talk, start }: JoinedTalk, dates: Set<string>, labels: 'plausible' | 'wrong'): string {
  const evening = addDays(start.date, -1);
  const isNight = start.minutes < LATEST_NIGHT && talk.day === evening;
  if (labels === 'plausible' && (talk.day === start.date || isNight)) return talk.day ?? start.date;
  return start.minutes < NIGHT_ENDS && dates.has(evening) ? evening : start.date;
}

type Category = (typeof DAYS)[number] | 'Breakout Sessions';

/** A filter with nearly all of this many sessions is not useful. */
const MIN_TALKS = 10;
const NEARLY_ALL = 0.9;

/**
 * Chooses the category of each session. An event with more days than the specification's filters has one category for
 * each day. In a shorter event, day 1 has two: a session for everyone, or with no other at the same time, is on the main
 * stage.
 * @param days of the event
 */
export function talkCategories(
  placed: PlacedTalk[],
  { days, mainRoom }: { days: number; mainRoom: string | undefined },
  report: ImportReport,
): Map<PlacedTalk, Category> {
  const isSplit = days <= FILTER_DAYS;
  const categories = new Map(
    placed.map((item) => [item, isSplit ? categoryOf(item, placed, mainRoom) : dayCategory(item)]),
  );
  // A schedule has no names of its own for the filters.
  if (isSplit) reportUnevenSplit(categories, { mainRoom, names: completeNames({}, days) }, report);
  else if (mainRoom !== undefined) {
    report.add('pack', 'warning', `--main-room has no effect: an event of ${days} days has one filter for each day`);
  }
  return categories;
}

// placeTalks uses only days of the contract.
const dayCategory = ({ day }: PlacedTalk) => `Day ${day}` as Category;

function categoryOf(item: PlacedTalk, all: PlacedTalk[], mainRoom: string | undefined): Category {
  if (item.day === 1 && item.talk.isBreakout) return 'Breakout Sessions';
  if (item.day > 1 || isForAll(item)) return dayCategory(item);
  if (mainRoom !== undefined) return item.rooms.includes(mainRoom) ? 'Day 1' : 'Breakout Sessions';
  const isParallel = all.some(
    (other) => other !== item && other.day === 1 && !isForAll(other) && other.from < item.to && item.from < other.to,
  );
  return isParallel ? 'Breakout Sessions' : 'Day 1';
}

const isForAll = ({ talk, rooms }: PlacedTalk) => talk.plenary || talk.service || rooms.length > 1;

/** Suggests --main-room, with the rooms of the first day. */
function reportUnevenSplit(
  categories: ReadonlyMap<PlacedTalk, Category>,
  { mainRoom, names }: { mainRoom: string | undefined; names: EventNames },
  report: ImportReport,
): void {
  const talks = [...categories].filter(([item]) => item.day === 1 && !item.talk.service);
  const byRoom = Map.groupBy(
    talks.flatMap(([{ rooms }]) => rooms),
    (room) => room,
  );
  if (talks.length < MIN_TALKS || byRoom.size < 2) return;
  const rooms = [...byRoom].sort(([, a], [, b]) => b.length - a.length).map(([room, all]) => `${room} (${all.length})`);
  for (const category of ['Day 1', 'Breakout Sessions'] as const) {
    const count = talks.filter(([, given]) => given === category).length;
    // Without the option, sessions on the main stage have no other at the same time, which needs no warning.
    if (count < talks.length * NEARLY_ALL || (category === 'Day 1' && mainRoom === undefined)) continue;
    const filter = category === 'Day 1' ? names.dayFilters[0] : names.breakoutsFilter;
    report.add(
      'pack',
      'warning',
      `${count} of the ${talks.length} sessions of day 1 are under the filter "${filter}": name the room of the main ` +
        `stage with --main-room${mainRoom === undefined ? '' : ` (it is ${mainRoom})`}. Rooms: ${rooms.join(', ')}`,
    );
  }
}
