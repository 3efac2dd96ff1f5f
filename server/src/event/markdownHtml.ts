import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';
import { boundedMarked } from './boundedMarked.ts';

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'br', 'code', 'pre'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // The screen has the only h1.
    h1: 'h2',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener' }),
  },
};

/** Marks of quotations and lists at the start of a line after the thirtieth: the parser calls itself for each. */
const TOO_DEEP =
  /^((?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){30})(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/gm;

/** In characters: more than the texts of a large event. */
const CACHED = 16_000_000;

/** A programme is checked after each edit, which changes one of its texts. */
const rendered = new LRUCache<string, { html: string }>({
  maxSize: CACHED,
  sizeCalculation: ({ html }, markdown) => html.length + markdown.length + 1,
});

/** Converts Markdown to an HTML fragment that is safe in any page: everything but text markup is removed. */
export function markdownHtml(markdown: string): string {
  const known = rendered.get(markdown);
  if (known) return known.html;
  const html = sanitizeHtml(boundedMarked.parse(markdown.replace(TOO_DEEP, '$1'), { async: false }), ALLOWED).trim();
  rendered.set(markdown, { html });
  return html;
}

/** The same for one of many texts: what others wait for goes first, since a long text takes a tenth of a second. */
export async function markdownHtmlInTurn(markdown: string): Promise<string> {
  if (!rendered.has(markdown)) await setImmediate();
  return markdownHtml(markdown);
}
