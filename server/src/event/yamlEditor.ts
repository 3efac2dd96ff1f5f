import { isMap, isNode, isScalar, isSeq, type Node, type Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { type Chunks, cutChunks, joinChunks, type Part, type WantedChunk } from './yamlChunks.ts';
import {
  hasWanted,
  isEntries,
  isNothing,
  isTexts,
  nodeOf,
  type Siblings,
  setKeys,
  textOfNode,
  type Wanted,
  type WantedEntry,
  type WantedMap,
} from './yamlNodes.ts';
import { columnOf, endOfLine, linesOfItems, linesOfPairs, placeOf } from './yamlPlaces.ts';

const noSiblings: Siblings = () => [];

/**
 * Changes the text of a YAML file at the places that its nodes have in it. What is written in a way that cannot be cut
 * into lines, such as `[{ id: ada }]`, is changed as a node and written anew.
 */
export class YamlEditor {
  readonly #source: string;
  readonly #contents: Node | null;
  readonly #indentSeq: boolean;

  constructor(source: string, contents: Node | null) {
    this.#source = source;
    this.#contents = contents;
    this.#indentSeq = indentsLists(contents);
  }

  /** The file with entries in place of `[]` or of nothing. */
  firstEntries(entries: WantedEntry[]): string {
    if (entries.length === 0) return this.#source.trim() ? this.#source : '[]\n';
    return this.#first(entries.map(({ fields }) => this.#newEntry(fields, noSiblings, '')).join('\n'));
  }

  /** The file with keys in place of `{}` or of nothing. */
  firstKeys(fields: WantedMap): string {
    return this.#first(this.#textOf(setKeys(new YAMLMap(), fields, noSiblings), ''));
  }

  #first(text: string): string {
    const [from, to] = this.#contents?.range ?? [this.#source.length, this.#source.length];
    const [comment = ''] = /^[^\n]*/.exec(this.#source.slice(to)) ?? [];
    const before = this.#source.slice(0, from);
    return [
      before && !before.endsWith('\n') ? `${before.trimEnd()}\n` : before,
      comment.trim() && `${comment.trim()}\n`,
      text,
      this.#source.slice(to + comment.length + 1),
    ].join('');
  }

  /** The file, or the part of it that is the list, with these entries. */
  list(list: YAMLSeq, entries: WantedEntry[], part?: Part): string {
    const cut = this.#cutList(list, part);
    if (!cut) return this.#anew(nodeOf('', entries, list, []), list, part);
    const siblings: Siblings = (key) => list.items.flatMap((item) => (isMap(item) ? (item.get(key, true) ?? []) : []));
    const wanted = entries.map(({ place, fields }): WantedChunk => {
      const [chunk, item] = place === undefined ? [] : [cut.chunks[place], list.items[place]];
      if (!chunk) return { text: this.#newEntry(fields, siblings, cut.indent) };
      if (!isMap(item)) return { place, text: chunk.text };
      const map = { from: placeOf(item), to: chunk.begin + chunk.text.length };
      const text = this.#source.slice(chunk.begin, map.from) + this.map(item, fields, map, siblings);
      return { place, text: text.replace(/^- +\n/, '-\n') };
    });
    return joinChunks(cut, wanted.length > 0 ? wanted : [{ text: '[]\n' }], part === undefined);
  }

  #newEntry(fields: WantedMap, siblings: Siblings, indent: string): string {
    return this.#textOf(listOf(setKeys(new YAMLMap(), fields, siblings)), indent);
  }

  /** The file, or the part of it that is the map, with these keys. */
  map(map: YAMLMap, fields: WantedMap, part?: Part, siblings: Siblings = noSiblings): string {
    const cut = this.#cutMap(map, part);
    if (!cut) {
      const isSame = hasWanted(map.toJSON(), fields);
      return isSame ? this.#slice(part) : this.#anew(setKeys(map, fields, siblings), map, part);
    }
    const wanted: (WantedChunk & { key: string })[] = map.items.flatMap((pair, place) => {
      const key = keyOf(pair);
      const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (value !== undefined && isNothing(value)) return [];
      const text = cut.chunks[place]?.text ?? '';
      const isSame = value === undefined || hasWanted(isNode(pair.value) ? pair.value.toJSON() : null, value);
      return [{ key, place, text: isSame ? text : this.#pair(text, pair, value, siblings) }];
    });
    // A new key follows the one that it follows in `fields`.
    let previous: string | undefined;
    for (const [key, value] of Object.entries(fields)) {
      if (!wanted.some((chunk) => chunk.key === key)) {
        if (value === undefined || isNothing(value)) continue;
        const text = this.#newPair(key, nodeOf(key, value, undefined, siblings(key)), cut.indent);
        const after = wanted.findIndex((chunk) => chunk.key === previous);
        wanted.splice(after < 0 ? wanted.length : after + 1, 0, { key, text });
      }
      previous = key;
    }
    return joinChunks(cut, wanted, false);
  }

  /** A key with another value. */
  #pair(text: string, pair: Pair, value: Wanted, siblings: Siblings): string {
    const key = keyOf(pair);
    const begin = placeOf(pair.key);
    const indent = ' '.repeat(columnOf(this.#source, begin));
    const old = pair.value;
    if ((isSeq(old) || isMap(old)) && !old.flow) {
      // The lines below that of the key.
      const below = { from: endOfLine(this.#source, begin), to: begin + text.length };
      const head = this.#source.slice(begin, below.from);
      if (isSeq(old) && isEntries(value)) return head + this.list(old, value, below);
      if (isSeq(old) && isTexts(value)) return head + this.#texts(old, value, below);
      if (isMap(old) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return head + this.map(old, value, below);
      }
    }
    const made = nodeOf(key, value, old, siblings(key));
    const [from, to] = isNode(old) ? (old.range ?? [0, 0]) : [0, 0];
    const line = this.#inLine(made);
    const isLine = from > 0 && !this.#source.slice(begin, to).includes('\n');
    if (!line || !isLine) return this.#newPair(key, made, indent);
    return (
      this.#source.slice(begin, from) + (from === to ? ' ' : '') + line + this.#source.slice(to, begin + text.length)
    );
  }

  /** A value that needs no lines of its own, without its comment. */
  #inLine(node: Node): string | undefined {
    const { comment, commentBefore } = node;
    Object.assign(node, { comment: null, commentBefore: null });
    const [, line] = /^k: ([^\n]*)\n$/.exec(this.#newPair('k', node, '')) ?? [];
    Object.assign(node, { comment, commentBefore });
    return line === '|' || line === '|-' ? undefined : line;
  }

  #newPair(key: string, node: Node, indent: string): string {
    const map = new YAMLMap();
    map.set(new Scalar(key), node);
    return this.#textOf(map, indent);
  }

  /** A list of texts. One in the place of another keeps its comment and its quotes. */
  #texts(list: YAMLSeq, texts: string[], part: Part): string {
    const cut = this.#cutList(list, part);
    if (!cut) return this.#anew(nodeOf('', texts, list, []), list, part);
    const free = new Map(list.items.map((item, place) => [place, isScalar(item) ? String(item.value).trim() : '']));
    const take = (wanted: (place: number, text: string) => boolean) => {
      const found = [...free].find(([place, text]) => wanted(place, text))?.[0];
      if (found !== undefined) free.delete(found);
      return found;
    };
    const same = texts.map((text) => take((_, old) => old === text.trim()));
    const wanted = texts.map((text, index): WantedChunk => {
      const kept = same[index];
      if (kept !== undefined) return { place: kept, text: cut.chunks[kept]?.text ?? '' };
      const place = take((free) => free === index);
      const old = place === undefined ? list.items[0] : list.items[place];
      const item = new Scalar(text.trim());
      if (isScalar(old)) Object.assign(item, { type: old.type, comment: place === undefined ? null : old.comment });
      return { place, text: this.#textOf(listOf(item), cut.indent) };
    });
    return joinChunks(cut, wanted, false);
  }

  #cutList(list: YAMLSeq, part = this.#whole): Chunks | undefined {
    const found = linesOfItems(this.#source, list);
    return found && cutChunks(this.#source, part, found);
  }

  #cutMap(map: YAMLMap, part = this.#whole): Chunks | undefined {
    const found = linesOfPairs(this.#source, map, part.from);
    return found && cutChunks(this.#source, part, found);
  }

  get #whole(): Part {
    return { from: 0, to: this.#source.length };
  }

  #slice({ from, to } = this.#whole): string {
    return this.#source.slice(from, to);
  }

  /** The part with a node in place of another. */
  #anew(node: Node, old: Node, part = this.#whole): string {
    const [from, to] = old.range ?? [part.from, part.to];
    // Its comments stay in the text around it.
    Object.assign(node, { comment: null, commentBefore: null });
    const text = this.#textOf(node, ' '.repeat(columnOf(this.#source, from)));
    return this.#source.slice(part.from, from) + text.trimEnd() + (this.#source.slice(to, part.to) || '\n');
  }

  #textOf(node: Node, indent: string): string {
    return textOfNode(node, { indent, indentSeq: this.#indentSeq });
  }
}

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

function listOf(item: Node): YAMLSeq {
  const list = new YAMLSeq();
  list.items = [item];
  return list;
}

/** Whether lists are indented below their keys, as they are where the file has none. */
function indentsLists(node: unknown): boolean {
  if (isMap(node)) {
    const list = node.items.map(({ value }) => value).find((value) => isSeq(value) && !value.flow);
    if (list) return indentOf(list) > indentOf(node);
  }
  return !isSeq(node) || node.items.every(indentsLists);
}

function indentOf(node: unknown): number {
  const token = isNode(node) ? node.srcToken : undefined;
  return token && 'indent' in token ? token.indent : 0;
}
