import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { repeatableRandom } from './repeatableRandom.ts';

/*
 * Looks for a text on which a regular expression takes more time than its length explains. Each candidate is what the
 * expression matches up to some place, then a part of that many times over, then something else: an expression that has
 * many ways to match such a text tries them all.
 */

/** As long as the longest text of strangers that is converted: the description of an import. */
const LENGTH = 20_000;
/** No linear expression needs as long for that length. */
const LIMIT_MS = 40;
/** From here on the growth of the time is not the noise of the clock. */
const MEASURABLE_MS = 4;
/** A text four times as long takes a linear expression four times as long, and sixteen times where it is a square. */
const GROWTH_MAX = 8;
/** Short texts, of which an expression that is exponential never comes back if they are longer. */
const REPETITIONS = [12, 24, 30, 36, 60, 250, 1_000];
/** What is worth a longer look. A linear expression needs a tenth of it. */
const SUSPICIOUS_MS = 0.15;
const TOO_LONG_MS = 30;
const SAMPLES = 4;
const LONGEST_PART = 14;
/** After the repetition, next to what the expression expects there: something that it does not. */
const ENDS = ['\u0001\n', 'x'];

/** Characters of every kind that expressions tell apart. */
const PROBES = [...'a0 \n\t_-<>"\'/.@=:&;#()[]{}\\`~*+!?|,%$^Zé=א\u00a0\u2028\u0001'];

export interface SlowText {
  text: string;
  milliseconds: number;
}

/** @returns a text on which the expression is too slow, or undefined */
export function findSlowText(pattern: string, flags: string): SlowText | undefined {
  const expression = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  for (const { start, part, rest } of candidatesOf(pattern, flags)) {
    for (const end of [...ENDS, rest]) {
      const found = slowAt((count) => start + part.repeat(count) + end, part.length, expression);
      if (found) return found;
    }
  }
  return undefined;
}

function slowAt(textOf: (count: number) => string, length: number, expression: RegExp): SlowText | undefined {
  let slowest = 0;
  for (const count of REPETITIONS) {
    slowest = timeOf(textOf(count), expression);
    if (slowest > SUSPICIOUS_MS) slowest = Math.min(slowest, timeOf(textOf(count), expression));
    if (slowest > TOO_LONG_MS) return { text: textOf(count), milliseconds: slowest };
  }
  if (slowest <= SUSPICIOUS_MS) return undefined;
  let shorter = 0;
  for (const share of [0.1, 0.25, 1]) {
    const text = textOf(Math.ceil((LENGTH * share) / length));
    // Other programs may have paused it.
    const milliseconds = Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(text, expression)));
    const grows = share === 1 && milliseconds > MEASURABLE_MS && milliseconds > GROWTH_MAX * shorter;
    if (milliseconds > LIMIT_MS || grows) return { text, milliseconds };
    shorter = milliseconds;
  }
  return undefined;
}

function timeOf(text: string, expression: RegExp): number {
  const start = performance.now();
  text.replace(expression, '');
  return performance.now() - start;
}

interface Candidate {
  start: string;
  /** What is repeated. */
  part: string;
  rest: string;
}

function candidatesOf(pattern: string, flags: string): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const text of samplesOf(pattern, flags)) {
    for (let from = 0; from < text.length; from += 1) {
      for (let to = from + 1; to <= Math.min(text.length, from + LONGEST_PART); to += 1) {
        const [part, rest] = [text.slice(from, to), text.slice(to)];
        for (const start of new Set(['', text.slice(0, from)]))
          found.set(`${start}\0${part}\0${rest.at(-1)}`, { start, part, rest });
      }
    }
  }
  return [...found.values()];
}

/** Texts that match the expression, or nearly. */
function samplesOf(pattern: string, flags: string): string[] {
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const draw = repeatableRandom(1);
  const random = () => draw(pattern);
  return Array.from({ length: SAMPLES }, () => sampleOf(parsed, flags.replace(/[gy]/g, ''), random, new Map()));
}

function sampleOf(node: AST.Node, flags: string, random: () => number, groups: Map<AST.Node, string>): string {
  const sample = (child: AST.Node): string => sampleOf(child, flags, random, groups);
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${node.raw}$`, `${flags}`);
      const known = PROBES.filter((character) => one.test(character));
      return oneOf(known) ?? firstOf(one);
    }
    case 'Alternative':
      return node.elements.map(sample).join('');
    case 'Quantifier': {
      const count = node.min + Math.floor(random() * Math.min(3, node.max - node.min + 1));
      return Array.from({ length: count }, () => sample(node.element)).join('');
    }
    case 'Backreference':
      return [node.resolved].flat().map((group) => groups.get(group) ?? '')[0] ?? '';
    case 'Assertion':
      // What a look-around reads, it reads again and again.
      return 'alternatives' in node && random() < 0.7 ? sampleOfOne(node.alternatives) : '';
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup': {
      const text = sampleOfOne(node.alternatives);
      groups.set(node, text);
      return text;
    }
    default:
      return '';
  }
  function sampleOfOne(alternatives: readonly AST.Node[]): string {
    const chosen = oneOf(alternatives);
    return chosen ? sample(chosen) : '';
  }
}

/** A character of a class that has none of the probes. */
function firstOf(one: RegExp): string {
  for (let code = 0; code < 0x30000; code += 1) {
    const character = String.fromCodePoint(code);
    if (one.test(character)) return character;
  }
  return '';
}
