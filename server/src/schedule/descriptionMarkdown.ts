import { addressLink, htmlMarkdown, splitAddresses, type TextPart } from './htmlMarkdown.ts';

const HTML_BLOCK = /<(?:p|div|ul|ol|li|h[1-6]|table|blockquote|section|article|pre)(?:\s[^<>]*)?>/i;
const LIST_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** Lines that Markdown does not join with the line before. */
const STRUCTURE = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||```|~~~|={3,}\s*$|-{3,}\s*$)/;
/** An editor wraps long lines in the middle of a sentence; an author breaks lines elsewhere. */
const isWrapped = (line: string) => line.length >= 45 && line.length <= 130 && !/[.!?:;…]$/.test(line);

const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/s;

/**
 * Converts a description to Markdown: from HTML, Markdown, or plain text with significant line breaks.
 * The result is sanitized when the pack is loaded.
 */
export function descriptionMarkdown(description: string): string {
  const parts = splitFences(description);
  const isHtml = parts.some(({ text, isCode }) => !isCode && HTML_BLOCK.test(text));
  const markdown = (text: string) => (isHtml ? htmlMarkdown(text) : plainMarkdown(inlineTags(text)));
  const converted = parts.map(({ text, isCode }) => ({ text: isCode ? text.trimEnd() : markdown(text), isCode }));
  const marks = converted.reduce((sum, { text, isCode }) => sum + (isCode ? 0 : (text.match(MARKS)?.length ?? 0)), 0);
  return converted
    .map(({ text, isCode }) => (isCode || marks <= MAX_MARKS ? text : text.replace(EVERY_MARK, '')))
    .filter((part) => part.trim())
    .join('\n\n');
}

/**
 * Of emphasis, links and code in one description: more than any author sets. The time of the Markdown parser grows with the
 * square of their number, so a text with more is shown without them.
 */
const MAX_MARKS = 1_000;
const MARKS = /\*+|_+|~+|`+|[[<]/g;
const EVERY_MARK = /[\\*_~`[\]<>]/g;

/** Splits a description into fenced code blocks and other text. A fence that is never closed does not start a block. */
function splitFences(description: string): { text: string; isCode: boolean }[] {
  // Preformatted HTML may show a fence as an example.
  if (/<pre[\s>]/i.test(description)) return [{ text: description, isCode: false }];
  const lines = description.split('\n');
  const parts: { text: string; isCode: boolean }[] = [];
  let at = 0;
  for (const { first, last } of fencedBlocks(lines)) {
    parts.push({ text: lines.slice(at, first).join('\n'), isCode: false });
    parts.push({ text: lines.slice(first, last + 1).join('\n'), isCode: true });
    at = last + 1;
  }
  return [...parts, { text: lines.slice(at).join('\n'), isCode: false }];
}

/** The first and the last line of each fenced block. */
function fencedBlocks(lines: string[]): { first: number; last: number }[] {
  const fences = lines.flatMap((line, at) => {
    const [, mark, rest = ''] = FENCE.exec(line) ?? [];
    return mark ? { at, mark, opens: !rest.includes('`'), closes: /^[`~]*[ \t]*$/.test(rest) } : [];
  });
  const blocks: { first: number; last: number }[] = [];
  // Not searched again, so that a text of fences takes no longer than others.
  const neverClosed: string[] = [];
  for (let index = 0; index < fences.length; index += 1) {
    const fence = fences[index];
    if (!fence?.opens || neverClosed.some((mark) => fence.mark.startsWith(mark))) continue;
    const length = fences.slice(index + 1).findIndex(({ mark, closes }) => closes && mark.startsWith(fence.mark));
    const closing = fences[index + 1 + length];
    if (length < 0 || !closing) {
      neverClosed.push(fence.mark);
      continue;
    }
    blocks.push({ first: fence.at, last: closing.at });
    index += 1 + length;
  }
  return blocks;
}

const HREF = /href=["']?((?:https?:|mailto:)[^"'\s]*)/i;

/** Converts or removes inline HTML in plain text and Markdown. */
function inlineTags(text: string): string {
  return text
    .replace(/<(script|style|iframe|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\n?<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/?(?:b|strong)(?:\s[^<>]*)?>/gi, '**')
    .replace(/<\/?(?:i|em)(?:\s[^<>]*)?>/gi, '*')
    .replace(/<a\s([^<>]*)>([^<]*)<\/a>/gi, (tag, attributes: string, words: string) => {
      const href = HREF.exec(attributes)?.[1];
      return href === undefined ? tag : `[${words}](<${href}>)`;
    })
    .replace(/<\/?(?:a|span|font|u|s|small|big|sup|sub|img|code|center|tt)(?:\s[^<>]*)?\/?>/gi, '');
}

function plainMarkdown(text: string): string {
  const written = text.split('\n').map((line) => line.trimEnd().replace(/^(\s*)[•‣▪●·–]\s+/, '$1- '));
  const items = written.filter((line) => LIST_MARKER.test(line));
  const hasLists = items.length > 0;
  // An indented list is not code.
  const indented = hasLists ? Math.min(...items.map((line) => line.search(/\S/))) : 0;
  const lines = written.map((line) => line.slice(Math.min(indented, Math.max(0, line.search(/\S/)))));
  const paragraphs = lines.join('\n').split(/\n{2,}/);
  return paragraphs
    .map((paragraph) => proseOf(paragraph.split('\n').filter(Boolean), hasLists))
    .filter(Boolean)
    .join('\n\n');
}

function proseOf(given: string[], hasLists: boolean): string {
  // Indented plain text is not code.
  const lines = given.map((line) => escapeFence(escapeTags(hasLists ? line : line.trimStart())));
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      const breaks = next !== undefined && !STRUCTURE.test(next) && !/^\s*(?:#{1,6}\s|\|)|\\$/.test(line);
      return breaks && !isWrapped(line) ? `${linkLast(line)}\\` : line;
    })
    .join('\n');
}

/** Escapes `<` outside code and links: `List<String>` is text, not a tag. */
const escapeTags = (line: string) =>
  line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/(?<!\\)<(?!(?:https?:|mailto:)[^\s<>]*>)/g, '\\<')))
    .join('');

/** Escapes an unclosed fence, which would turn all following text into code. */
const escapeFence = (line: string) =>
  line.replace(/^(\s*)(`{3,}|~{3,})/, (_, indent: string, fence: string) => indent + fence.replace(/./g, '\\$&'));

/** Makes an address at the end of a line a link: otherwise the backslash of the line break would become part of it. */
function linkLast(line: string): string {
  const parts = splitAddresses(line);
  const index = parts.findLastIndex(({ isAddress }) => isAddress);
  const address = parts[index]?.text;
  const before = textOf(parts.slice(0, index));
  const after = textOf(parts.slice(index + 1));
  // Already the address of a link, or code.
  const isLinked = /(?:\]\(|<|\]:\s*)$/.test(before) || before.split('`').length % 2 === 0;
  return address === undefined || isLinked || /\s/.test(after) ? line : before + addressLink(address) + after;
}

const textOf = (parts: TextPart[]) => parts.map(({ text }) => text).join('');
