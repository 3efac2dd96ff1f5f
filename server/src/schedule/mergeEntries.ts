import { editYamlList, editYamlMap } from '../event/editYaml.ts';
import { parseYaml } from '../event/yamlFile.ts';
import { hasWanted, plainOf } from '../event/yamlNodes.ts';
import { isRecord, recordOf } from './coerce.ts';
import type { Outcome } from './importReport.ts';
import type { PackEntry } from './packEntries.ts';

export interface Merged {
  /** The new content of the file, identical byte for byte if nothing changes. */
  text: string;
  /** One for each entry that is or was imported. */
  rows: { outcome: Outcome; text: string }[];
  /** The pack's own entries, and imported ones that are kept although they are not in `entries`. */
  others: KnownEntry[];
  /** How many imported entries the file had before. */
  imported: number;
}

/** The pack's entries before an import, by id. */
export type KnownEntries = ReadonlyMap<string, KnownEntry>;
export type KnownEntry = Readonly<Record<string, unknown>>;

/** Returns the entries of a list of the pack by id, as plain data. Empty if the list is invalid, which mergeEntries reports. */
export function knownEntries(text: string): KnownEntries {
  const entries = entriesIn(text).filter(isRecord);
  return new Map(entries.flatMap((entry) => (typeof entry.id === 'string' ? [[entry.id, entry] as const] : [])));
}

function entriesIn(text: string): unknown[] {
  const { data } = parseYaml(text);
  return Array.isArray(data) ? data : [];
}

/**
 * Merges imported entries into a list of the pack. An entry whose id does not begin with `prefix` is the organizer's own
 * and stays unchanged, including its comments; so do keys that the import does not know.
 * @param stays returns the reason to keep an imported entry that is not among `entries`; undefined to remove it
 */
export function mergeEntries(
  before: string,
  file: string,
  { prefix, entries, stays }: { prefix: string; entries: PackEntry[]; stays(id: string): string | undefined },
): Merged {
  const known = entriesIn(before);
  const rows: Merged['rows'] = [];
  const wanted = new Set(entries.map(({ id }) => id));
  const places = new Map<string, number>();
  const own: number[] = [];
  const kept: number[] = [];
  let imported = 0;
  for (const [place, entry] of known.entries()) {
    const id = textAt(entry, 'id');
    if (!id?.startsWith(prefix)) {
      own.push(place);
      continue;
    }
    imported += 1;
    if (wanted.has(id)) places.set(id, place);
    else {
      const why = stays(id);
      rows.push(
        why ? { outcome: 'kept', text: `${id}  ${why}` } : { outcome: 'removed', text: `${id}  ${titleOf(entry)}` },
      );
      if (why) kept.push(place);
    }
  }
  for (const entry of entries) {
    const place = places.get(entry.id);
    const changes = place === undefined ? [] : changesOf(recordOf(known[place]), entry);
    const outcome = place === undefined ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
    rows.push({
      outcome,
      text: `${entry.id}  ${entry.label}${outcome === 'changed' ? `: ${changes.join(', ')}` : ''}`,
    });
  }

  const others = [...own, ...kept];
  const edited = editYamlList(before, file, [
    ...others.map((place) => ({ place, fields: {} })),
    ...entries.map(({ id, fields }) => ({ place: places.get(id), fields: { id, ...fields } })),
  ]);
  const note = `# Ids that begin with ${prefix} are imported: change them at their source. All others are yours.\n\n`;
  return {
    text: before.trim() ? edited : note + edited,
    rows,
    others: others.map((place) => known[place]).filter(isRecord),
    imported,
  };
}

/** The changed keys, with old and new value if both are short. */
function changesOf(entry: KnownEntry, { fields }: PackEntry): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (hasWanted(entry[key], value)) return [];
    const before = plainOf(entry[key]);
    return isShort(before) && isShort(value) ? `${key} ${before} -> ${value}` : key;
  });
}

const isShort = (value: unknown) => typeof value === 'string' && value.length <= 60 && !value.includes('\n');
const textAt = (entry: unknown, key: string): string | undefined => {
  const value = recordOf(entry)[key];
  return typeof value === 'string' ? value : undefined;
};
const titleOf = (entry: unknown) => textAt(entry, 'title') ?? textAt(entry, 'name') ?? '';

/** Sets the time zone and the days of an event in its event.yaml and leaves the rest of the file unchanged. */
export function updateEventYaml(
  before: string,
  { timeZone, firstDay, days }: { timeZone: string; firstDay: string; days: number },
): { text: string; changes: string[] } {
  const fields = { timeZone, firstDay, days: String(days) };
  const known = recordOf(parseYaml(before).data);
  const changes = Object.entries(fields).flatMap(([key, value]) => {
    if (known[key] === value) return [];
    return known[key] === undefined ? `${key} ${value}` : `${key} ${known[key]} -> ${value}`;
  });
  return { text: editYamlMap(before, 'event.yaml', fields), changes };
}
