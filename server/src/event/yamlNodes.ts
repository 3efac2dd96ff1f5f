import { isMap, isNode, isScalar, isSeq, type Node, Scalar, stringify, YAMLMap, YAMLSeq } from 'yaml';

/** What a key is to have. Undefined keeps what the text has; null, '' and [] remove the key. */
export type Wanted = string | string[] | null | undefined | WantedMap | WantedEntry[];
export interface WantedMap {
  [key: string]: Wanted;
}
/** An entry of a list of maps. Without its place in the list as it is, it is new. */
export interface WantedEntry {
  place?: number | undefined;
  fields: WantedMap;
}

/** The values of a key in the other entries of a list, whose style a new one takes. */
export type Siblings = (key: string) => unknown[];

/** Keys with Markdown, which is written below its key, as people do. */
const MARKDOWN = new Set(['body', 'bio', 'about']);

export const isEntries = (wanted: Wanted): wanted is WantedEntry[] =>
  Array.isArray(wanted) && wanted.length > 0 && typeof wanted[0] === 'object';
export const isTexts = (wanted: Wanted): wanted is string[] => Array.isArray(wanted) && typeof wanted[0] === 'string';
/** Whether the key is to be removed. */
export const isNothing = (wanted: Wanted): boolean =>
  wanted === null ||
  (typeof wanted === 'string' && plainOf(wanted) === null) ||
  (Array.isArray(wanted) && !wanted.length);

/** Text without the space around it, as the pack reads it, and null for what is empty. */
export function plainOf(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim() || null;
  if (!Array.isArray(value)) return value ?? null;
  return value.length > 0 ? value.map((item) => (typeof item === 'string' ? item.trim() : item)) : null;
}

/** Whether data of a file are what is wanted. */
export function hasWanted(data: unknown, wanted: Wanted): boolean {
  if (wanted === undefined) return true;
  if (isEntries(wanted)) {
    return (
      Array.isArray(data) &&
      data.length === wanted.length &&
      wanted.every(({ fields }, index) => hasWanted(data[index], fields))
    );
  }
  if (wanted === null || typeof wanted === 'string' || Array.isArray(wanted)) {
    return JSON.stringify(plainOf(data)) === JSON.stringify(plainOf(wanted));
  }
  const map = typeof data === 'object' && data !== null ? new Map(Object.entries(data)) : new Map<string, unknown>();
  return Object.entries(wanted).every(([key, value]) => hasWanted(map.get(key), value));
}

/** Sets the keys of a map. */
export function setKeys(map: YAMLMap, fields: WantedMap, siblings: Siblings): YAMLMap {
  for (const [key, wanted] of Object.entries(fields)) {
    if (wanted === undefined) continue;
    if (isNothing(wanted)) map.delete(key);
    else map.set(new Scalar(key), nodeOf(key, wanted, map.get(key, true), siblings(key)));
  }
  return map;
}

/** Makes the node of a value in the style of the one that it replaces, or of its siblings in other entries. */
export function nodeOf(key: string, wanted: Wanted, old: unknown, siblings: unknown[]): Node {
  if (isEntries(wanted)) return entriesNode(wanted, old);
  if (typeof wanted === 'object' && wanted !== null && !isTexts(wanted)) return mapNode(old, wanted);
  const node = isTexts(wanted) ? listNode(wanted, old, siblings) : textNode(key, wanted?.trim() ?? '', old, siblings);
  if (isNode(old)) Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
  return node;
}

function entriesNode(entries: WantedEntry[], old: unknown): YAMLSeq {
  const known = isSeq(old) ? old.items : [];
  const seq = isSeq(old) ? old : new YAMLSeq();
  seq.flow = false;
  seq.items = entries.map(({ place, fields }) => {
    return mapNode(place === undefined ? undefined : known[place], fields);
  });
  return seq;
}

const mapNode = (old: unknown, fields: WantedMap) => setKeys(isMap(old) ? old : new YAMLMap(), fields, () => []);

function textNode(key: string, text: string, old: unknown, siblings: unknown[]): Scalar {
  const oldType = isScalar(old) && old.value !== '' ? old.type : undefined;
  const isBlock = oldType === Scalar.BLOCK_LITERAL || oldType === Scalar.BLOCK_FOLDED;
  if (isBlock || text.includes('\n') || (MARKDOWN.has(key) && !oldType)) {
    const block = new Scalar(`${text}\n`);
    block.type = Scalar.BLOCK_LITERAL;
    return block;
  }
  const node = new Scalar(text);
  const type = oldType ?? commonQuotes(siblings);
  if (type) node.type = type;
  return node;
}

/** The quotes that every entry has around this value. */
function commonQuotes(siblings: unknown[]): Scalar.Type | undefined {
  const types = new Set(siblings.map((node) => (isScalar(node) ? node.type : undefined)));
  const [type] = types;
  return types.size === 1 && (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE) ? type : undefined;
}

function listNode(items: string[], old: unknown, siblings: unknown[]): YAMLSeq {
  const seq = new YAMLSeq();
  seq.items = items.map((item) => new Scalar(item.trim()));
  const model = isSeq(old) ? old : siblings.findLast((node) => isSeq(node));
  seq.flow = isSeq(model) && model.flow === true;
  return seq;
}

/** Lines are not broken, because a comparison of two versions then shows what changed. */
const UNBROKEN = { lineWidth: 0, flowCollectionPadding: false, schema: 'failsafe' } as const;

/** The text of a node, with the end of its last line; its lines but the first are indented. */
export function textOfNode(node: Node, { indent, indentSeq }: { indent: string; indentSeq: boolean }): string {
  return stringify(node, { ...UNBROKEN, indentSeq }).replace(/\n(?=[^\n])/g, `\n${indent}`);
}
