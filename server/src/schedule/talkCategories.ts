import { type DAYS, FILTER_DAYS } from '@companion/contract/content';
import type { ImportReport } from './importReport.ts';
import type { PlacedTalk } from './placeTalks.ts';

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
  if (isSplit) reportUnevenSplit(categories, mainRoom, report);
  else if (mainRoom !== undefined) {
    report.add('pack', 'warning', `--main-room has no effect: an event of ${days} days has one filter for each day`);
  }
  return categories;
}

// placeTalks uses only days of the contract.
const dayCategory = ({ day }: PlacedTalk) => `Day ${day}` as Category;

function categoryOf(item: PlacedTalk, all: PlacedTalk[], mainRoom: string | undefined): Category {
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
  mainRoom: string | undefined,
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
    const filter = category === 'Day 1' ? 'Day 1 - Main Stage' : 'Day 1 - Breakout Sessions';
    report.add(
      'pack',
      'warning',
      `${count} of the ${talks.length} sessions of day 1 are under the filter "${filter}": name the room of the main ` +
        `stage with --main-room${mainRoom === undefined ? '' : ` (it is ${mainRoom})`}. Rooms: ${rooms.join(', ')}`,
    );
  }
}
