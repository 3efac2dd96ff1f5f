/*
 * The text of a list or a map in YAML, cut into its parts, so that what does not change keeps every byte.
 */

/** An entry of a list, or a key with its value. */
export interface Chunk {
  /** Where it begins in the source. */
  begin: number;
  /** Blank lines above it, and comments that a blank line separates from it. They stay where they are if it moves. */
  before: string;
  /** The comment directly above it. It moves with it. */
  own: string;
  /** To the end of its last line, without indentation of the first one. */
  text: string;
  /** Comments below it that are indented deeper than the next chunk. */
  below: string;
}

export interface Chunks {
  /** What precedes the first chunk: it stays at the top. */
  head: string;
  chunks: Chunk[];
  /** What follows the last chunk: it stays at the end. */
  tail: string;
  indent: string;
  /** Whether the first chunk continues a line, as the first key after a hyphen does. */
  isInline: boolean;
}

/** A part of the source, from a place to another. */
export interface Part {
  from: number;
  to: number;
}

/** What is to be there: the text, and the chunk's place before, if it had one. */
export interface WantedChunk {
  place?: number | undefined;
  text: string;
}

/** Cuts a part of the source at its chunks. The end of a chunk is that of its last line. */
export function cutChunks(source: string, { from, to }: Part, found: Part[]): Chunks {
  const first = found[0]?.from ?? from;
  const isInline = first === from && from > 0 && source[from - 1] !== '\n';
  const indent = ' '.repeat(first - (source.lastIndexOf('\n', first - 1) + 1));
  const gaps = [...found, { from: to, to }].map((part, index) => {
    const gap = source.slice(found[index - 1]?.to ?? from, part.from);
    const lines = linesOf(indent && gap.endsWith(indent) ? gap.slice(0, -indent.length) : gap);
    return index === 0 ? { below: '', lines } : splitBelow(lines, indent.length);
  });
  const chunks = found.map((part, index): Chunk => {
    const lines = index === 0 ? [] : (gaps[index]?.lines ?? []);
    const last = lines.findLastIndex((line) => !isComment(line));
    return {
      begin: part.from,
      before: lines.slice(0, last + 1).join(''),
      own: lines.slice(last + 1).join(''),
      text: source.slice(part.from, part.to),
      below: gaps[index + 1]?.below ?? '',
    };
  });
  const [head = '', tail = ''] = [gaps[0], gaps.at(-1)].map((gap) => gap?.lines.join(''));
  return { head: isInline ? '' : head, chunks, tail, indent, isInline };
}

function splitBelow(lines: string[], column: number): { below: string; lines: string[] } {
  const last = lines.findLastIndex((line) => isComment(line) && line.search(/\S/) > column);
  return { below: lines.slice(0, last + 1).join(''), lines: lines.slice(last + 1) };
}

/**
 * Puts chunks together in the order in which they are wanted. Those that keep their order keep what is above them.
 * @param isSpaced whether a blank line separates new chunks, where the text has too few to show its style
 */
export function joinChunks(
  { head, chunks, tail, indent, isInline }: Chunks,
  wanted: WantedChunk[],
  isSpaced: boolean,
): string {
  const separator = separatorOf(chunks, isSpaced);
  const staying = new Set(longestRise(wanted.flatMap(({ place }) => place ?? [])));
  let next = 1;
  /** The headings above chunks that are no longer there. */
  const headingsTo = (place: number) => {
    const left = chunks.slice(next, place).map(({ before }) => (isBlank(before) ? '' : before));
    next = Math.max(next, place + 1);
    return left.join('');
  };
  let text = '';
  for (const { place, text: body } of wanted) {
    const chunk = place === undefined ? undefined : chunks[place];
    let above = text ? separator : '';
    if (chunk && place && staying.has(place)) {
      const left = headingsTo(place);
      const isSame = left && isBlank(chunk.before);
      above = isSame ? left : left + chunk.before;
      if (!text && isBlank(above)) above = '';
    }
    above += chunk?.own ?? '';
    if (text || !isInline) text = `${ended(text)}${above}${indent}`;
    // Below the hyphen, because a comment needs a line of its own.
    else if (above) text = `\n${above}${indent}`;
    text = chunk?.below ? ended(text + body) + chunk.below : text + body;
  }
  const rest = headingsTo(chunks.length) + tail;
  return (text ? ended(head) : head) + (rest ? ended(text) : text) + rest;
}

/** A blank line, if at least half of the chunks have one above. */
function separatorOf([, ...chunks]: Chunk[], isSpaced: boolean): string {
  const spaced = chunks.filter(({ before }) => linesOf(before).some(isBlank)).length;
  return (chunks.length === 0 ? isSpaced : spaced * 2 >= chunks.length) ? '\n' : '';
}

/** The most numbers of a list that rise: what need not move for the others to be in order. */
export function longestRise(numbers: number[]): number[] {
  /** Of each length, the rise with the lowest end. */
  const ends: Link[] = [];
  for (const value of numbers) {
    const higher = ends.findIndex((end) => end.value > value);
    const length = higher < 0 ? ends.length : higher;
    ends[length] = { value, previous: ends[length - 1] };
  }
  const rise: number[] = [];
  for (let link = ends.at(-1); link; link = link.previous) rise.unshift(link.value);
  return rise;
}

interface Link {
  value: number;
  previous: Link | undefined;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const isComment = (line: string) => /^\s*#/.test(line);
const isBlank = (text: string) => text.trim() === '';
/** With the end of the last line, which a file may lack. */
const ended = (text: string) => (text && !text.endsWith('\n') ? `${text}\n` : text);
