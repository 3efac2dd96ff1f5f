import type { ImportReport } from './importReport.ts';
import { entryId, isIdOf, numberedId, packId } from './packId.ts';
import type { PlacedTalk } from './placeTalks.ts';
import type { KnownEntries, KnownEntry } from './planMerge.ts';
import { clockTime, describeTalk } from './timeTalks.ts';

/** The ids that a session may have. */
interface Ids {
  plain: string;
  /** With the start, or made from the guid. */
  precise: string;
  /** Which of the two it has. */
  chosen: string;
  /** How many sessions have the plain one. */
  count: number;
  guid: string | undefined;
}

type SpeakersOf = (item: PlacedTalk) => readonly string[];

/**
 * Chooses the pack's id of each session. A guid identifies one session permanently, so it determines the id if the
 * source has one. An id may be used for several sessions (in merged schedules, or for a talk that is given twice); then
 * it identifies a session only together with the start, and of those at one time the room and the speakers tell which
 * entry is whose.
 * @param known the pack's entries
 * @param usedIds of which none is given again with a number, because nothing tells whose it was
 * @param speakersOf returns the pack's ids of a session's speakers
 * @param hasIds whether sessions of this source usually have ids: then a missing one is worth a warning
 */
export function talkIds(
  placed: PlacedTalk[],
  {
    prefix,
    known,
    usedIds,
    speakersOf,
    hasIds,
  }: { prefix: string; known: KnownEntries; usedIds: ReadonlySet<string>; speakersOf: SpeakersOf; hasIds: boolean },
  report: ImportReport,
): Map<PlacedTalk, string> {
  const possible = possibleIds(placed, prefix, known);
  const chosen = new Set([...possible.values()].map((ids) => ids.chosen));
  const candidates = candidatesOf(possible, known, chosen);
  const ids = matchEntries(candidates, speakersOf);
  const taken = new Set(ids.values());
  for (const [item, { chosen: wanted }] of possible) {
    if (ids.has(item)) continue;
    const { alike = [], ofId = [] } = candidates.get(item) ?? {};
    const isOfOther = [...alike, ...ofId].some(([id]) => id === wanted);
    let free = wanted;
    if (isOfOther || taken.has(wanted)) {
      let number = 2;
      const isFree = (id: string) => !taken.has(id) && !known.has(id) && !usedIds.has(id) && !chosen.has(id);
      while (!isFree(numberedId(wanted, number))) number++;
      free = numberedId(wanted, number);
      const what = item.talk.id || item.talk.guid ? 'id' : 'title';
      const why =
        `another session has its ${what} and start: room and speakers distinguish them, so votes and comments are lost ` +
        'when both change';
      report.add('sessions', 'warning', describeTalk(item.talk), why);
    }
    taken.add(free);
    ids.set(item, free);
  }
  reportIds(possible, hasIds, report);
  return ids;
}

function possibleIds(placed: PlacedTalk[], prefix: string, known: KnownEntries): Map<PlacedTalk, Ids> {
  const plainOf = ({ talk: { id, guid }, title }: PlacedTalk) => packId(prefix, id ?? guid ?? title);
  const byPlain = Map.groupBy(placed, plainOf);
  const byGuid = Map.groupBy(placed, ({ talk }) => talk.guid);
  return new Map(
    placed.map((item) => {
      const { talk, title, start } = item;
      const plain = plainOf(item);
      const count = byPlain.get(plain)?.length ?? 0;
      const isShared = count > 1;
      const guid = byGuid.get(talk.guid)?.length === 1 ? talk.guid : undefined;
      const when = `${start.date}-${clockTime(start.minutes).replace(':', '')}`;
      const precise = packId(prefix, guid ?? `${talk.id ?? talk.guid ?? title}-${when}`);
      const chosen = entryId({ plain, precise, isPrecise: isShared || guid !== undefined }, known, (entry) => {
        // If several sessions have had the id, title and start decide.
        const hasTitle = entry.title === title;
        return isShared ? hasTitle && isAt(item, entry) : !guid || hasTitle || isAt(item, entry);
      });
      return [item, { plain, precise, chosen, count, guid }];
    }),
  );
}

/** What is before the start in an id that has one: `frab-5` of `frab-5-2026-11-20-0900`. */
export function withoutStart(id: string): string {
  const at = id.search(/-\d{4}-\d\d-\d\d-\d{4}(?:-|$)/);
  return at < 0 ? id : id.slice(0, at);
}

const isAt = ({ day, from }: PlacedTalk, entry: KnownEntry) =>
  entry.day === String(day) && entry.start === clockTime(from);

type Entries = readonly [id: string, entry: KnownEntry][];

/** The entries that may be a session's. Sessions that compete for them have the same lists. */
interface Candidates {
  /** With its title, its start and one of its ids, also with a number. */
  alike: Entries;
  /** With its precise id, also with a number: title and start may have been changed in the console. */
  ofId: Entries;
}

/** Finds the entries that may be a session's. A guid leaves no doubt. */
function candidatesOf(
  possible: Map<PlacedTalk, Ids>,
  known: KnownEntries,
  chosen: Set<string>,
): Map<PlacedTalk, Candidates> {
  const keyOf = (start: unknown, title: unknown) => `${start} ${title}`;
  const byKey = Map.groupBy(known, ([, { start, title }]) => keyOf(start, title));
  const alikeLists = new Map<string, Entries>();
  const idLists = new Map<string, Entries>();
  const candidates = new Map<PlacedTalk, Candidates>();
  for (const [item, { plain, precise, guid }] of possible) {
    if (guid) continue;
    const key = `${precise} ${item.title}`;
    // A number may also be part of the id of another session.
    const isFree = (id: string) => [plain, precise].includes(id) || !chosen.has(id);
    const alike =
      alikeLists.get(key) ??
      (byKey.get(keyOf(clockTime(item.from), item.title)) ?? []).filter(
        ([id, entry]) => isFree(id) && (isIdOf(id, precise) || (isIdOf(id, plain) && isAt(item, entry))),
      );
    const ofId = idLists.get(precise) ?? [...known].filter(([id]) => isIdOf(id, precise) && isFree(id));
    alikeLists.set(key, alike);
    idLists.set(precise, ofId);
    candidates.set(item, { alike, ofId });
  }
  return candidates;
}

/** What tells sessions at one time apart, the most certain first. Empty if it tells nothing. */
const MARKS: ((room: string, speakers: string) => string)[] = [
  (room, speakers) => `${room}\n${speakers}`,
  (_, speakers) => speakers,
  (room) => room,
];

/** Gives sessions their entries. One that is alone with its entry may have changed in everything. */
function matchEntries(candidates: Map<PlacedTalk, Candidates>, speakersOf: SpeakersOf): Map<PlacedTalk, string> {
  const ids = new Map<PlacedTalk, string>();
  for (const [ofId, group] of Map.groupBy(candidates, ([, each]) => each.ofId)) {
    const [first] = group;
    const [only, ...more] = new Set([...(first?.[1].alike ?? []), ...ofId].map(([id]) => id));
    if (first && only && group.length === 1 && more.length === 0) ids.set(first[0], only);
  }
  const taken = new Set(ids.values());
  for (const mark of MARKS) {
    for (const kind of ['alike', 'ofId'] as const) {
      for (const [list, group] of Map.groupBy(candidates, ([, each]) => each[kind])) {
        const left = list.filter(([id]) => !taken.has(id));
        const byMark = Map.groupBy(left, ([, { room, speakers }]) => mark(textOf(room), textOf(speakers)));
        for (const [item] of group) {
          const own = mark(item.rooms.join(' / '), textOf(speakersOf(item)));
          const found = own && !ids.has(item) ? byMark.get(own)?.shift() : undefined;
          if (!found) continue;
          ids.set(item, found[0]);
          taken.add(found[0]);
        }
      }
    }
  }
  return ids;
}

/** Of a field of an entry, which may be missing. */
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

function reportIds(possible: Map<PlacedTalk, Ids>, hasIds: boolean, report: ImportReport): void {
  const distinguished = [...possible.values()].filter(({ count, guid }) => count > 1 && guid).length;
  for (const [{ talk }, { count, guid }] of possible) {
    if (!hasIds) break;
    const warn = (why: string) => report.add('sessions', 'warning', describeTalk(talk), why);
    if (!talk.id && !talk.guid) {
      warn('it has no id; one is made from its title, so votes and comments are lost when the title changes');
    } else if (count > 1 && !guid) {
      warn(
        `${count} sessions have the id ${talk.id ?? talk.guid} and no guid of their own: the start distinguishes ` +
          'them, so votes and comments are lost when it changes',
      );
    }
  }
  if (distinguished > 0) {
    const why = 'sessions share their id with another one: their guids distinguish them';
    report.add('sessions', 'warning', `${distinguished} ${why}`);
  }
}
