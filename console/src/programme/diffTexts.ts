import { type DiffRun, diffLists } from './diffLists.ts';

export interface TextPart {
  kind: DiffRun<string>['kind'];
  text: string;
}

/** Words, what is between them, and signs. */
const TOKENS = /[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu;
const LINES = /[^\n]*\n|[^\n]+/g;
/** Unless at least this part of two passages is the same, they show as one after the other. */
const MIN_SHARED = 0.4;

/** Two texts as one: what was removed from the first and added in the second, word by word where that can be read. */
export function diffTexts(from: string, to: string): TextPart[] {
  const parts: TextPart[] = [];
  const runs = diffLists(piecesOf(from, LINES), piecesOf(to, LINES));
  for (let index = 0; index < runs.length; index++) {
    const [run, next] = [runs[index], runs[index + 1]];
    if (!run) continue;
    const text = run.items.join('');
    if (run.kind === 'removed' && next?.kind === 'added') {
      parts.push(...diffWords(text, next.items.join('')));
      index++;
    } else parts.push({ kind: run.kind, text });
  }
  return parts;
}

function diffWords(from: string, to: string): TextPart[] {
  const runs = diffLists(piecesOf(from, TOKENS), piecesOf(to, TOKENS)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }));
  const shared = runs.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (shared < MIN_SHARED * Math.min(from.length, to.length)) return inPlaceOf(from, to);
  return withoutGaps(runs);
}

const inPlaceOf = (from: string, to: string): TextPart[] => [
  { kind: 'removed', text: from },
  { kind: 'added', text: to },
];

/** Changes with nothing but blanks between them are one change: whole phrases are easier to read than words in turn. */
function withoutGaps(parts: TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isGap = kind === 'same' && text.trim() === '' && (removed || added) && index < parts.length - 1;
    if (kind === 'same' && !isGap) {
      flush();
      result.push({ kind, text });
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  flush();
  return result;
}

const piecesOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** How much of what stayed is shown next to a change, in characters. */
const CONTEXT = 80;

/** A diff without the long passages that stayed: `…` stands for them. */
export const shortened = (parts: readonly TextPart[]): TextPart[] =>
  parts.map(({ kind, text }, index) => {
    if (kind !== 'same' || text.length <= 2 * CONTEXT) return { kind, text };
    const start = index === 0 ? '' : text.slice(0, CONTEXT).replace(/\s*\S*$/, ' ');
    const end = index === parts.length - 1 ? '' : text.slice(-CONTEXT).replace(/^\S*\s*/, ' ');
    return { kind, text: `${start}…${end}` };
  });
