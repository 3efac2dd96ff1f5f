/** A part of a text with markup: a text, or an element of the few that the server's sanitizer lets through. */
export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  tag: string;
  href?: string;
  children: HtmlNode[];
}

/** What the server's sanitizer lets through. */
const TAGS = new Set([
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'hr'],
  ...['code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);
const VOID = new Set(['br', 'hr']);
const ADDRESS = /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i;
const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)|</gi;

/**
 * Reads the HTML that the server has made of Markdown. The console turns no text into markup (its policy has no trusted
 * types), so the elements are made one by one: of others than the known ones only the text is kept.
 */
export function htmlTree(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', children: [] };
  const open: HtmlElement[] = [root];
  const add = (node: HtmlNode) => open.at(-1)?.children.push(node);
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    if (name === '') add(decoded(text ?? '<'));
    else if (!TAGS.has(tag)) continue;
    else if (slash) closeTag(open, tag);
    else {
      const element: HtmlElement = { tag, children: [], ...hrefIn(attributes) };
      add(element);
      if (!VOID.has(tag)) open.push(element);
    }
  }
  return root.children;
}

/** Closes the innermost element of this name, and what is open inside; nothing if none is open. */
function closeTag(open: HtmlElement[], tag: string): void {
  const index = open.findLastIndex((element) => element.tag === tag);
  if (index > 0) open.length = index;
}

function hrefIn(attributes: string): { href?: string } {
  const href = decoded(/\bhref="([^"]*)"/i.exec(attributes)?.[1] ?? '');
  return ADDRESS.test(href) ? { href } : {};
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
