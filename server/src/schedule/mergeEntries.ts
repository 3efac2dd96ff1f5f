import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap } from 'yaml';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/errors.ts';
import type { Outcome } from './importReport.ts';
import { isRecord } from './looseValues.ts';
import type { KnownEntries, PackEntry } from './packEntry.ts';

/** Keys whose text may be long. */
const MARKDOWN = new Set(['body', 'bio']);

export interface Merged {
  /** The file's new content; the same to the byte when nothing changes. */
  text: string;
  /** One for each entry that is imported, or was before. */
  rows: { outcome: Outcome; text: string }[];
  /** The entries that others wrote, and imported ones that stay though they are not in `entries`. */
  others: YAMLMap[];
  /** How many imported entries there were before. */
  imported: number;
}

/** The entries of a list of the pack, by id, as plain data; none where it cannot be read, which mergeEntries then reports. */
export function knownEntries(text: string): KnownEntries {
  const { data } = parseYaml(text);
  const entries = Array.isArray(data) ? data.filter(isRecord) : [];
  return new Map(entries.flatMap((entry) => (typeof entry.id === 'string' ? [[entry.id, entry] as const] : [])));
}

/**
 * Brings a list of the pack to what an import says. An entry whose id does not begin with `prefix` is somebody's own
 * and is left as it is, comments and all; so are keys that the import does not know.
 * @param stays whether an imported entry that is not among `entries` is kept all the same, and why
 */
export function mergeEntries(
  before: string,
  file: string,
  { prefix, entries, stays }: { prefix: string; entries: PackEntry[]; stays(id: string): string | undefined },
): Merged {
  const document: Document = parseDocument(before.trim() ? before : '[]', { schema: 'failsafe' });
  const [error] = parseYaml(before).errors;
  if (error) throw new InputError(`${file}:${error.line} of the pack cannot be read: ${error.text}`);
  // A file of comments alone.
  if (isScalar(document.contents) && !document.contents.value) document.set([], document.createNode([]));
  const list = document.contents;
  if (!isSeq(list)) throw new InputError(`${file} of the pack must be a list.`);

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
    const changes = bringTo(item, entry, document);
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
    text: same ? before : document.toString({ lineWidth: 0, flowCollectionPadding: false }),
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

/** Sets what differs. @returns the keys, and what they were, where that is short */
function bringTo(item: YAMLMap, { fields }: PackEntry, document: Document): string[] {
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

/** Stands below its key, as people write it. */
function blockOf(text: string): Scalar {
  const block = new Scalar(`${text}\n`);
  block.type = Scalar.BLOCK_LITERAL;
  return block;
}

/** Of what is empty, null: the pack makes no difference either. */
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
