import { type People, sameName } from './distinguishPeople.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import type { KnownEntries } from './mergeEntries.ts';
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

/**
 * Chooses the speakers' ids in the pack, by key.
 * @param known the pack's speakers before the import
 */
export const speakerIds = (
  found: ReadonlyMap<string, FoundSpeaker>,
  given: { people: People; prefix: string; known: KnownEntries },
): Map<string, string> =>
  new Map([...found].map(([key, { name, source }]) => [key, speakerId({ id: source.id, name }, given)]));

function speakerId(
  { id, name }: { id: string | undefined; name: string },
  { people, prefix, known }: { people: People; prefix: string; known: KnownEntries },
): string {
  const idFor = (sourceId: string) => packId(`${prefix}speaker-`, sourceId);
  const plain = idFor(id ?? name);
  // Without an id, only the name identifies a speaker.
  if (id === undefined) return plain;
  const inPack = known.get(plain)?.name;
  return entryId(
    { plain, precise: idFor(`${id} ${sameName(name)}`), fresh: plain, shared: people.isShared(id) },
    (given) => known.has(given),
    () => !people.isShared(id) || (typeof inPack === 'string' && sameName(inPack) === sameName(name)),
  );
}

/**
 * Chooses the id of an entry whose id at the source may be used by other entries too. Votes and comments refer to the
 * id: an entry keeps its id in the pack, and never gets one that belonged to another entry.
 * @param plain derived from the source's id
 * @param precise derived from what distinguishes the entry from others with that id
 * @param fresh the id for an entry that is new to the pack: `plain` or `precise`
 * @param shared whether another entry has the same plain id
 * @param known whether the pack has an entry with this id
 * @param isHolder whether the pack's entry with the plain id is this one
 */
function entryId(
  { plain, precise, fresh, shared }: { plain: string; precise: string; fresh: string; shared: boolean },
  known: (id: string) => boolean,
  isHolder: () => boolean,
): string {
  if (known(precise)) return precise;
  if (known(plain) && isHolder()) return plain;
  return shared ? precise : fresh;
}
