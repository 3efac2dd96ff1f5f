import { isMap, isNode, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Part } from './yamlChunks.ts';

/*
 * Where the nodes of a document are in its source, which was parsed with `keepSourceTokens`.
 */

/** The lines of each item, from its hyphen on. Undefined for a list that is not written in lines of its own. */
export function linesOfItems(source: string, list: YAMLSeq): Part[] | undefined {
  const token = list.srcToken;
  const hyphens = token?.type === 'block-seq' ? token.items.map(({ start }) => start.find(isHyphen)?.offset) : [];
  if (hyphens.length !== list.items.length) return undefined;
  const found = list.items.map((item, index) => {
    const from = hyphens[index] ?? 0;
    return { from, to: endOf(source, item) ?? endOfLine(source, from) };
  });
  return found.every(({ from }) => beginsLine(source, from)) ? found : undefined;
}

/**
 * The lines of each key with its value. Undefined for a map that is not written in lines of its own.
 * @param inLine where the first key may be in a line with something else, as after a hyphen
 */
export function linesOfPairs(source: string, map: YAMLMap, inLine: number): Part[] | undefined {
  const token = map.srcToken;
  if (token?.type !== 'block-map' || token.items.some(({ start }) => start.some(isQuestionMark))) return undefined;
  const found = map.items.map(({ key, value }) => ({
    from: placeOf(key),
    to: endOf(source, value) ?? endOfLine(source, placeOf(key)),
  }));
  return found.every(({ from }) => from === inLine || beginsLine(source, from)) ? found : undefined;
}

const isHyphen = ({ type }: { type: string }) => type === 'seq-item-ind';
const isQuestionMark = ({ type }: { type: string }) => type === 'explicit-key-ind';

/** Where the last line of a node ends, without blank lines below. */
function endOf(source: string, node: unknown): number | undefined {
  const isBlock = (isMap(node) || isSeq(node)) && !node.flow;
  const last = isBlock ? node.items.at(-1) : undefined;
  if (isMap(node) && last) {
    const { key, value } = last as (typeof node.items)[number];
    return endOf(source, value) ?? endOfLine(source, placeOf(key));
  }
  if (isSeq(node) && last) return endOf(source, last);
  const [from, to] = (isNode(node) && node.range) || [];
  if (from === undefined || to === undefined) return undefined;
  let end = source[to - 1] === '\n' ? to : endOfLine(source, to);
  for (;;) {
    const line = source.lastIndexOf('\n', end - 2) + 1;
    if (line <= from || source.slice(line, end).trim() !== '') return end;
    end = line;
  }
}

export const placeOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

export const endOfLine = (source: string, place: number): number => source.indexOf('\n', place) + 1 || source.length;

export const columnOf = (source: string, place: number): number => place - (source.lastIndexOf('\n', place - 1) + 1);

const beginsLine = (source: string, place: number): boolean =>
  source.slice(place - columnOf(source, place), place).trim() === '';
