import { htmlMarkdown } from './htmlMarkdown.ts';

const HTML_BLOCK = /<(?:p|div|ul|ol|li|h[1-6]|table|blockquote|section|article|pre)(?:\s[^<>]*)?>/i;
const LIST_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** Lines that Markdown keeps apart by itself. */
const STRUCTURE = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||```|~~~|={3,}\s*$|-{3,}\s*$)/;
/** Lines of this length that end inside a sentence were broken by an editor, not by an author. */
const isWrapped = (line: string) => line.length >= 45 && line.length <= 130 && !/[.!?:;…]$/.test(line);

/**
 * A description as Markdown, whatever it was: HTML, Markdown, or plain text whose lines mean something.
 * What is dangerous in the result is taken out when the pack is loaded.
 */
export function descriptionMarkdown(description: string): string {
  return HTML_BLOCK.test(description) ? htmlMarkdown(description) : plainMarkdown(inlineTags(description));
}

/** Plain text and Markdown come with some HTML in their lines. */
function inlineTags(text: string): string {
  return text
    .replace(/<(script|style|iframe|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\n?<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/?(?:b|strong)(?:\s[^<>]*)?>/gi, '**')
    .replace(/<\/?(?:i|em)(?:\s[^<>]*)?>/gi, '*')
    .replace(/<a\s[^<>]*?href=["']?((?:https?:|mailto:)[^"'\s<>]*)["']?[^<>]*>([^<]*)<\/a>/gi, '[$2](<$1>)')
    .replace(/<\/?(?:a|span|font|u|s|small|big|sup|sub|img|code|center|tt)(?:\s[^<>]*)?\/?>/gi, '');
}

function plainMarkdown(text: string): string {
  const written = text.split('\n').map((line) => line.trimEnd().replace(/^(\s*)[•‣▪●·–]\s+/, '$1- '));
  const items = written.filter((line) => LIST_MARKER.test(line));
  const hasLists = items.length > 0;
  // Lists that are indented as a whole are no code either.
  const indented = hasLists ? Math.min(...items.map((line) => line.search(/\S/))) : 0;
  const lines = written.map((line) => line.slice(Math.min(indented, Math.max(0, line.search(/\S/)))));
  const paragraphs = splitParagraphs(lines);
  return paragraphs
    .map((paragraph) => (paragraph.code ? paragraph.lines.join('\n') : proseOf(paragraph.lines, hasLists)))
    .join('\n\n');
}

interface Paragraph {
  lines: string[];
  /** A fenced block, which stays as it is. */
  code: boolean;
}

function splitParagraphs(lines: string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let current: Paragraph | undefined;
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (fence === undefined && mark) {
      fence = mark;
      current = { lines: [line], code: true };
      paragraphs.push(current);
    } else if (fence !== undefined) {
      current?.lines.push(line);
      if (mark === fence) {
        fence = undefined;
        current = undefined;
      }
    } else if (line === '') {
      current = undefined;
    } else if (current) {
      current.lines.push(line);
    } else {
      current = { lines: [line], code: false };
      paragraphs.push(current);
    }
  }
  // A fence that nobody closed swallows the rest: it was none.
  return paragraphs.map((paragraph) =>
    fence !== undefined && paragraph === paragraphs.at(-1) ? { ...paragraph, code: false } : paragraph,
  );
}

function proseOf(given: string[], hasLists: boolean): string {
  // Indented plain text is no code.
  const lines = given.map((line) => escapeTags(hasLists ? line : line.trimStart()));
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      const breaks = next !== undefined && !STRUCTURE.test(next) && !/^\s*(?:#{1,6}\s|\|)|\\$/.test(line);
      return breaks && !isWrapped(line) ? `${line}\\` : line;
    })
    .join('\n');
}

/** `List<String>` is text, not a tag; what stands in backticks or is an address in angle brackets is left. */
const escapeTags = (line: string) =>
  line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/(?<!\\)<(?!(?:https?:|mailto:)[^\s<>]*>)/g, '\\<')))
    .join('');
