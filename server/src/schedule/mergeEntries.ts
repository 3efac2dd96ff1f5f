import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap } from 'yaml';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/inputError.ts';
import { isRecord } from './coerce.ts';
import type { FieldChange, KnownEntries, MergePlan } from './planMerge.ts';

/** Keys with long text, which is written as a block. */
const MARKDOWN = new Set(['body', 'bio']);

/** Returns the entries of a list of the pack by id, as plain data. @throws InputError if the file is not a list */
export function knownEntries(text: string, file: string): KnownEntries {
  const list = openList(text, file).toJS();
  const entries: unknown[] = Array.isArray(list) ? list : [];
  return new Map(
    entries.filter(isRecord).flatMap((entry) => (typeof entry.id === 'string' ? [[entry.id, entry] as const] : [])),
  );
}

/**
 * Writes a plan into a list of the pack: the organizer's own entries, including their comments, then what is kept, then
 * what is imported.
 * @param prefix of imported ids, for the comment of a new file
 * @returns the new content of the file, identical byte for byte if nothing changes
 */
export function mergeEntries(before: string, file: string, plan: MergePlan, prefix: string): string {
  const document = openList(before, file);
  const list = document.contents;
  const found = new Map<string, YAMLMap>();
  const moving = new Set<unknown>();
  const ids = new Set([...plan.entries.map(({ id }) => id), ...plan.kept, ...plan.removed]);
  for (const item of list.items) {
    const id = isMap(item) ? item.get('id') : undefined;
    if (!isMap(item) || typeof id !== 'string' || !ids.has(id)) continue;
    found.set(id, item);
    moving.add(item);
  }
  const kept = plan.kept.map((id) => found.get(id));
  const ordered = plan.entries.map(({ id, isNew, changes }) => {
    const item = found.get(id) ?? newEntry(id, document);
    for (const change of changes) apply(change, item, document);
    if (isNew) item.spaceBefore = true;
    return item;
  });

  const items = [...list.items.filter((item) => !moving.has(item)), ...kept, ...ordered];
  if (!before.trim()) {
    document.commentBefore = ` Ids that begin with ${prefix} are imported: change them at their source. All others are yours.`;
    if (ordered[0]) ordered[0].spaceBefore = false;
  }
  const isSame =
    plan.entries.every(({ isNew, changes }) => !isNew && changes.length === 0) && sameOrder(items, list.items);
  list.items = items;
  list.flow = items.length === 0;
  return isSame ? before : document.toString(UNWRAPPED);
}

function newEntry(id: string, document: Document): YAMLMap {
  const item = new YAMLMap(document.schema);
  item.set('id', document.createNode(id));
  return item;
}

function apply({ key, value }: FieldChange, item: YAMLMap, document: Document): void {
  if (value === null) item.delete(key);
  else item.set(key, MARKDOWN.has(key) ? blockOf(String(value)) : document.createNode(value));
}

/** Writes long text below its key, as people do. */
function blockOf(text: string): Scalar {
  const block = new Scalar(`${text}\n`);
  block.type = Scalar.BLOCK_LITERAL;
  return block;
}

const sameOrder = (a: unknown[], b: unknown[]) => a.length === b.length && a.every((item, index) => item === b[index]);

/** The keys of event.yaml as plain data. @throws InputError if it has none */
export function knownEvent(text: string): Record<string, unknown> {
  const document = openYaml(text, 'event.yaml');
  if (!isMap(document.contents))
    throw new InputError('event.yaml of the pack is not a map of keys and values. Correct it and import again.');
  return document.toJS();
}

/** Sets keys of event.yaml and leaves the rest of the file unchanged. */
export function updateEventYaml(before: string, changes: FieldChange[]): string {
  if (changes.length === 0) return before;
  const document = openYaml(before, 'event.yaml');
  for (const { key, value } of changes) document.set(key, document.createNode(value));
  return document.toString(UNWRAPPED);
}

const UNWRAPPED = { lineWidth: 0, flowCollectionPadding: false };

function openList(text: string, file: string) {
  const document = openYaml(text.trim() ? text : '[]', file);
  // A file with only comments.
  if (isScalar(document.contents) && !document.contents.value) document.set([], document.createNode([]));
  if (!isSeq(document.contents))
    throw new InputError(`${file} of the pack is not a list. Correct it and import again.`);
  return Object.assign(document, { contents: document.contents });
}

/** Parses a file of the pack for changes that leave the rest of it as it is. */
function openYaml(text: string, file: string): Document {
  const [error] = parseYaml(text).errors;
  if (error) throw new InputError(`${file}:${error.line} of the pack cannot be read: ${error.text}`);
  return parseDocument(text, { schema: 'failsafe' });
}
