import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap } from 'yaml';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/inputError.ts';
import { isRecord } from './coerce.ts';
import type { Outcome } from './importReport.ts';
import type { PackEntry } from './packEntries.ts';

/** Keys with long text, which is written as a block. */
const MARKDOWN = new Set(['body', 'bio']);

export interface Merged {
  /** The new content of the file, identical byte for byte if nothing changes. */
  text: string;
  /** One for each entry that is or was imported. */
  rows: { outcome: Outcome; text: string }[];
  /** The pack's own entries, and imported ones that are kept although they are not in `entries`. */
  others: YAMLMap[];
  /** How many imported entries the file had before. */
  imported: number;
}

/** The pack's entries before an import, by id. */
export type KnownEntries = ReadonlyMap<string, KnownEntry>;
export type KnownEntry = Readonly<Record<string, unknown>>;

/** Returns the entries of a list of the pack by id, as plain data. Empty if the list is invalid, which mergeEntries reports. */
export function knownEntries(text: string): KnownEntries {
  const { data } = parseYaml(text);
  const entries = Array.isArray(data) ? data.filter(isRecord) : [];
  return new Map(entries.flatMap((entry) => (typeof entry.id === 'string' ? [[entry.id, entry] as const] : [])));
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
  const document = openYaml(before.trim() ? before : '[]', file);
  // A file with only comments.
  if (isScalar(document.contents) && !document.contents.value) document.set([], document.createNode([]));
  const list = document.contents;
  if (!isSeq(list)) throw new InputError(`${file} of the pack is not a list. Correct it and import again.`);

  const rows: Merged['rows'] = [];
  const wanted = new Set(entries.map(({ id }) => id));
  const known = new Map<string, YAMLMap>();
  const own: unknown[] = [];
  const others: YAMLMap[] = [];
  let imported = 0;
  for (const item of list.items) {
    const id = isMap(item) ? textAt(item, 'id') : undefined;
    if (!isMap(item) || !id?.startsWith(prefix)) {
      own.push(item);
      continue;
    }
    imported += 1;
    if (wanted.has(id)) known.set(id, item);
    else {
      const why = stays(id);
      rows.push(
        why ? { outcome: 'kept', text: `${id}  ${why}` } : { outcome: 'removed', text: `${id}  ${titleOf(item)}` },
      );
      if (why) others.push(item);
    }
  }
  const ordered = entries.map((entry) => {
    const item = known.get(entry.id) ?? newEntry(entry.id, document);
    const changes = updateItem(item, entry, document);
    const outcome = !known.has(entry.id) ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
    rows.push({
      outcome,
      text: `${entry.id}  ${entry.label}${outcome === 'changed' ? `: ${changes.join(', ')}` : ''}`,
    });
    if (outcome === 'new') item.spaceBefore = true;
    return item;
  });

  const items = [...own, ...others, ...ordered];
  if (!before.trim()) {
    document.commentBefore = ` Ids that begin with ${prefix} are imported: change them at their source. All others are yours.`;
    if (ordered[0]) ordered[0].spaceBefore = false;
  }
  const same =
    rows.every(({ outcome }) => outcome === 'unchanged' || outcome === 'kept') && sameOrder(items, list.items);
  list.items = items;
  list.flow = items.length === 0;
  return {
    text: same ? before : document.toString(UNWRAPPED),
    rows,
    others: [...own.filter((item) => isMap(item)), ...others],
    imported,
  };
}

function newEntry(id: string, document: Document): YAMLMap {
  const item = new YAMLMap(document.schema);
  item.set('id', document.createNode(id));
  return item;
}

/** Sets the fields that differ. @returns the changed keys, with old and new value if both are short */
function updateItem(item: YAMLMap, { fields }: PackEntry, document: Document): string[] {
  const changes: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const before = item.has(key) ? plainAt(item, key) : null;
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    changes.push(isShort(before) && isShort(value) ? `${key} ${before} -> ${value}` : key);
    if (value === null) item.delete(key);
    else item.set(key, MARKDOWN.has(key) ? blockOf(String(value)) : document.createNode(value));
  }
  return changes;
}

/** Writes long text below its key, as people do. */
function blockOf(text: string): Scalar {
  const block = new Scalar(`${text}\n`);
  block.type = Scalar.BLOCK_LITERAL;
  return block;
}

/** Returns null for an empty value, which a pack treats as missing. */
function plainAt(item: YAMLMap, key: string): unknown {
  const value: unknown = item.toJSON()[key];
  if (typeof value === 'string') return value.trim() || null;
  return Array.isArray(value) && value.length === 0 ? null : value;
}

const isShort = (value: unknown) => typeof value === 'string' && value.length <= 60 && !value.includes('\n');
const textAt = (item: YAMLMap, key: string): string | undefined => {
  const value = item.get(key);
  return typeof value === 'string' ? value : undefined;
};
const titleOf = (item: YAMLMap) => textAt(item, 'title') ?? textAt(item, 'name') ?? '';
const sameOrder = (a: unknown[], b: unknown[]) => a.length === b.length && a.every((item, index) => item === b[index]);

/** Sets the time zone and the days of an event in its event.yaml and leaves the rest of the file unchanged. */
export function updateEventYaml(
  before: string,
  { timeZone, firstDay, days }: { timeZone: string; firstDay: string; days: number },
): { text: string; changes: string[] } {
  const document = openYaml(before, 'event.yaml');
  if (!isMap(document.contents))
    throw new InputError('event.yaml of the pack is not a map of keys and values. Correct it and import again.');
  const changes: string[] = [];
  for (const [key, value] of Object.entries({ timeZone, firstDay, days: String(days) })) {
    const old = document.get(key);
    if (old === value) continue;
    changes.push(old === undefined ? `${key} ${value}` : `${key} ${old} -> ${value}`);
    document.set(key, document.createNode(value));
  }
  return { text: changes.length > 0 ? document.toString(UNWRAPPED) : before, changes };
}

const UNWRAPPED = { lineWidth: 0, flowCollectionPadding: false };

/** Parses a file of the pack for changes that leave the rest of it as it is. */
function openYaml(text: string, file: string): Document {
  const [error] = parseYaml(text).errors;
  if (error) throw new InputError(`${file}:${error.line} of the pack cannot be read: ${error.text}`);
  return parseDocument(text, { schema: 'failsafe' });
}
