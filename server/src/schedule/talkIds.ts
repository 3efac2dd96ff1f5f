import { entryId } from './entryId.ts';
import type { ImportReport } from './importReport.ts';
import type { KnownEntries } from './packEntry.ts';
import { packId } from './packId.ts';
import type { PlacedTalk } from './placeTalks.ts';
import { clockTime, describeTalk } from './timeTalks.ts';

/**
 * Chooses the pack's id of each session. A guid identifies one session permanently, so it determines the id if the
 * source has one. An id may be used for several sessions (in merged schedules, or for a talk that is given twice); then
 * it identifies a session only together with the start.
 * @param known the pack's entries
 */
export function talkIds(
  placed: PlacedTalk[],
  prefix: string,
  known: KnownEntries,
  report: ImportReport,
): Map<PlacedTalk, string> {
  const plainOf = ({ talk: { id, guid }, title }: PlacedTalk) => packId(prefix, id ?? guid ?? title);
  const plain = Map.groupBy(placed, plainOf);
  const guids = Map.groupBy(placed, ({ talk }) => talk.guid);
  const taken = new Set<string>();
  const unique = (id: string): string => {
    let free = id;
    for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
    taken.add(free);
    return free;
  };
  let byGuid = 0;
  const ids = new Map(
    placed.map((item) => {
      const { talk, title } = item;
      const others = plain.get(plainOf(item)) ?? [];
      const isNamed = talk.guid !== undefined && guids.get(talk.guid)?.length === 1;
      const when = `${item.start.date}-${clockTime(item.start.minutes).replace(':', '')}`;
      const precise = packId(prefix, isNamed ? (talk.guid ?? '') : `${talk.id ?? talk.guid ?? title}-${when}`);
      const shared = others.length > 1;
      const given = { plain: plainOf(item), precise, shared, fresh: isNamed ? precise : plainOf(item) };
      const id = entryId(
        given,
        (each) => known.has(each),
        () => isEntryOf(item, known.get(given.plain), { shared, isNamed }),
      );
      reportId(item, { shared, isNamed, count: others.length }, report);
      if (shared && isNamed) byGuid += 1;
      return [item, unique(id)];
    }),
  );
  if (byGuid > 0) {
    report.add(
      'sessions',
      'warning',
      `${byGuid} sessions share their id with another one: their guids distinguish them`,
    );
  }
  return ids;
}

/** Whether the pack's entry with the plain id is this session. If several sessions have had the id, title and start decide. */
function isEntryOf(
  item: PlacedTalk,
  entry: ReturnType<KnownEntries['get']>,
  { shared, isNamed }: { shared: boolean; isNamed: boolean },
): boolean {
  const hasTitle = entry?.title === item.title;
  const hasStart = entry?.day === String(item.day) && entry.start === clockTime(item.from);
  if (shared) return hasTitle && hasStart;
  return !isNamed || hasTitle || hasStart;
}

function reportId(
  { talk }: PlacedTalk,
  { shared, isNamed, count }: { shared: boolean; isNamed: boolean; count: number },
  report: ImportReport,
): void {
  const warn = (why: string) => report.add('sessions', 'warning', describeTalk(talk), why);
  if (!talk.id && !talk.guid) {
    warn('it has no id; one is made from its title, so votes and comments are lost when the title changes');
  } else if (shared && !isNamed) {
    warn(
      `${count} sessions have the id ${talk.id ?? talk.guid} and no guid of their own: the start distinguishes ` +
        'them, so votes and comments are lost when it changes',
    );
  }
}
