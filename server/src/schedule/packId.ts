import { createHash } from 'node:crypto';
import { type People, sameName } from './distinguishPeople.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { KnownEntries, KnownEntry } from './planMerge.ts';
import { ORIGINS, type SourceSchedule } from './sourceSchedule.ts';

const MAX_ID_LENGTH = 64;

/** Of imported ids. */
export const prefixOf = ({ origin }: Pick<SourceSchedule, 'origin'>): string => `${origin}-`;

/** Whether an id is that of an imported entry, also if a number is added to it. */
export const isLikeImported = (id: string): boolean =>
  ORIGINS.some((origin) => `${id}-`.startsWith(prefixOf({ origin })));

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

/** An id for another entry that would have the same one: `frab-5-2`. */
export function numberedId(id: string, number: number): string {
  const ending = `-${number}`;
  return id.slice(0, MAX_ID_LENGTH - ending.length) + ending;
}

/** Whether an id is this one, or this one with a number. */
export const isIdOf = (id: string, plain: string): boolean =>
  id === plain || id === numberedId(plain, Number(id.slice(id.lastIndexOf('-') + 1)));

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
export function entryId(
  { plain, precise, isPrecise }: { plain: string; precise: string; isPrecise: boolean },
  known: KnownEntries,
  isHolder: (entry: KnownEntry) => boolean,
): string {
  const holder = known.get(plain);
  if (known.has(precise) || (isPrecise && !(holder && isHolder(holder)))) return precise;
  return plain;
}
