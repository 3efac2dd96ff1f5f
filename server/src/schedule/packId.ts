import { createHash } from 'node:crypto';
import { type People, sameName } from './distinguishPeople.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import type { PlacedTalk } from './placeTalks.ts';
import type { KnownEntries, KnownEntry } from './planMerge.ts';
import { clockTime, describeTalk } from './timeTalks.ts';

const MAX_ID_LENGTH = 64;

/**
 * Derives the pack's id from the source's id: `sessionize-474500`. It is stable and valid (docs/event-pack.md). An id
 * that must be changed to be valid ends with a hash of the original, so that two never collide.
 */
export function packId(prefix: string, sourceId: string): string {
  const plain = sourceId.toLowerCase();
  // Ids in capitals are common and become lower case; `aB` and `Ab` must not collide.
  const oneCase = sourceId === plain || sourceId === sourceId.toUpperCase();
  if (oneCase && /^[a-z0-9-]+$/.test(plain) && prefix.length + plain.length <= MAX_ID_LENGTH) return prefix + plain;
  const hash = createHash('sha256').update(sourceId).digest('hex').slice(0, 8);
  const slug = slugOf(sourceId).slice(0, MAX_ID_LENGTH - prefix.length - hash.length - 1);
  return `${prefix}${slug && `${slug}-`}${hash}`.replace(/-+/g, '-');
}

/** Converts text to lower-case letters, digits and hyphens, without accents. Empty if no character remains. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_ID_LENGTH);

/**
 * Chooses the pack's id of each session. A guid identifies one session permanently, so it determines the id if the
 * source has one. An id may be used for several sessions (in merged schedules, or for a talk that is given twice); then
 * it identifies a session only together with the start.
 * @param known the pack's entries
 * @param hasIds whether sessions of this source usually have ids: then a missing one is worth a warning
 */
export function talkIds(
  placed: PlacedTalk[],
  prefix: string,
  known: KnownEntries,
  report: ImportReport,
  { hasIds }: { hasIds: boolean },
): Map<PlacedTalk, string> {
  const plainOf = ({ talk: { id, guid }, title }: PlacedTalk) => packId(prefix, id ?? guid ?? title);
  const byPlain = Map.groupBy(placed, plainOf);
  const byGuid = Map.groupBy(placed, ({ talk }) => talk.guid);
  const ids = new Map<PlacedTalk, string>();
  const taken = new Set<string>();
  let distinguished = 0;
  for (const item of placed) {
    const { talk, title, start } = item;
    const warn = (why: string) => report.add('sessions', 'warning', describeTalk(talk), why);
    const plain = plainOf(item);
    const count = byPlain.get(plain)?.length ?? 0;
    const isShared = count > 1;
    const guid = byGuid.get(talk.guid)?.length === 1 ? talk.guid : undefined;
    const when = `${start.date}-${clockTime(start.minutes).replace(':', '')}`;
    const precise = packId(prefix, guid ?? `${talk.id ?? talk.guid ?? title}-${when}`);
    const id = entryId({ plain, precise, isPrecise: isShared || guid !== undefined }, known, (entry) => {
      // If several sessions have had the id, title and start decide.
      const hasTitle = entry.title === title;
      const hasStart = entry.day === String(item.day) && entry.start === clockTime(item.from);
      return isShared ? hasTitle && hasStart : !guid || hasTitle || hasStart;
    });
    let free = id;
    for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
    taken.add(free);
    ids.set(item, free);
    if (isShared && guid) distinguished += 1;
    if (!hasIds) continue;
    if (!talk.id && !talk.guid) {
      warn('it has no id; one is made from its title, so votes and comments are lost when the title changes');
    } else if (isShared && !guid) {
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
  return ids;
}

/**
 * Chooses the speakers' ids in the pack, by key.
 * @param known the pack's speakers before the import
 * @param adopts whether a person without an id is the organizer's own speaker of that name
 */
export function speakerIds(
  found: ReadonlyMap<string, FoundSpeaker>,
  { people, prefix, known, adopts }: { people: People; prefix: string; known: KnownEntries; adopts: boolean },
): Map<string, string> {
  const own = new Map<string, string>();
  for (const [id, { name }] of known)
    if (adopts && typeof name === 'string' && !id.startsWith(prefix)) own.set(sameName(name), id);
  const idFor = (sourceId: string) => packId(`${prefix}speaker-`, sourceId);
  const ids = [...found].map(([key, { name, source }]) => {
    const { id } = source;
    // Without an id, only the name identifies a speaker.
    if (id === undefined) return [key, own.get(sameName(name)) ?? idFor(name)] as const;
    const isShared = people.isShared(id);
    const given = { plain: idFor(id), precise: idFor(`${id} ${sameName(name)}`), isPrecise: isShared };
    const isHolder = ({ name: inPack }: KnownEntry) =>
      !isShared || (typeof inPack === 'string' && sameName(inPack) === sameName(name));
    return [key, entryId(given, known, isHolder)] as const;
  });
  return new Map(ids);
}

/**
 * Chooses the id of an entry whose id at the source may be used by other entries too. Votes and comments refer to the
 * id: an entry keeps its id in the pack, and never gets one that belonged to another entry.
 * @param plain derived from the source's id
 * @param precise derived from what distinguishes the entry from others with that id
 * @param isPrecise whether an entry that is new to the pack gets the precise id
 * @param known the pack's entries
 * @param isHolder whether the pack's entry with the plain id is this one
 */
function entryId(
  { plain, precise, isPrecise }: { plain: string; precise: string; isPrecise: boolean },
  known: KnownEntries,
  isHolder: (entry: KnownEntry) => boolean,
): string {
  const holder = known.get(plain);
  if (known.has(precise) || (isPrecise && !(holder && isHolder(holder)))) return precise;
  return plain;
}
