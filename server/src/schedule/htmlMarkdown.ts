import sanitizeHtml from 'sanitize-html';
import { addressLink, splitAddresses } from './addresses.ts';

/** Made of plain text, tags and their ends alone: what the sanitizer leaves is well-formed. */
interface Element {
  tag: string;
  href: string | undefined;
  children: (Element | string)[];
}

const BLOCKS = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'hr',
  ],
  ...['table', 'tr'],
]);

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, 'td', 'th', 'br', 'strong', 'b', 'em', 'i', 'code', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // What such an element holds is no text for people.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'svg', 'math', 'iframe'],
  nestingLimit: 40,
};

/** HTML as Markdown: paragraphs, headings, lists, quotations, code, links and emphasis; all else is taken out. */
export function htmlMarkdown(html: string): string {
  return blocksOf(parse(sanitizeHtml(html, ALLOWED))).join('\n\n');
}

function parse(html: string): Element {
  const root: Element = { tag: '', href: undefined, children: [] };
  const open = [root];
  for (const [token, end, tag, attributes] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(decode(token));
    else if (end) open.pop();
    else {
      const element = { tag, href: decode(/ href="([^"]*)"/.exec(attributes ?? '')?.[1] ?? ''), children: [] };
      parent.children.push(element);
      if (tag !== 'br' && tag !== 'hr') open.push(element);
    }
  }
  return root;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** The sanitizer writes these four, and characters for all others. */
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');

function blocksOf({ children }: Element): string[] {
  const blocks: string[] = [];
  let line: (Element | string)[] = [];
  const endLine = () => {
    const text = paragraph(line);
    if (text) blocks.push(text);
    line = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !BLOCKS.has(child.tag)) line.push(child);
    else {
      endLine();
      blocks.push(...blocksOfElement(child));
    }
  }
  endLine();
  return blocks;
}

function blocksOfElement(element: Element): string[] {
  const { tag, children } = element;
  if (tag === 'ul' || tag === 'ol') return listOf(element);
  if (tag === 'blockquote') return indent(blocksOf(element).join('\n\n'), '> ', '> ');
  if (tag === 'pre') return [fence(textOf(element))];
  if (/^h\d$/.test(tag)) {
    const text = paragraph(children).replace(/\\?\n/g, ' ');
    // The page has the one h1, and its headings go down to h4.
    return text ? [`${'#'.repeat(Math.min(4, Math.max(2, Number(tag[1]))))} ${text}`] : [];
  }
  if (tag === 'tr') {
    const cells = children.filter((cell) => typeof cell !== 'string').map((cell) => paragraph(cell.children));
    return [cells.filter(Boolean).join(' – ')].filter(Boolean);
  }
  return blocksOf(element);
}

function listOf({ tag, children }: Element): string[] {
  const items = children
    .filter((child) => typeof child !== 'string')
    .map((item) => blocksOf(item.tag === 'li' ? item : { ...item, children: [item] }).join('\n\n'))
    .filter(Boolean)
    .flatMap((text, index) => {
      const marker = tag === 'ol' ? `${index + 1}. ` : '- ';
      return indent(text, marker, ' '.repeat(marker.length));
    });
  // An item of several blocks needs room around it.
  return items.length === 0 ? [] : [items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')];
}

function indent(text: string, first: string, others: string): string[] {
  if (!text) return [];
  const lines = text.split('\n').map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd());
  return [lines.join('\n')];
}

function fence(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return code.trim() ? `${ticks}\n${code.replace(/^\n+|\s+$/g, '')}\n${ticks}` : '';
}

/** Text and what stands in it, as the lines of one paragraph. */
function paragraph(children: (Element | string)[]): string {
  return (
    inline(children)
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^(#{1,6}(?= |$)|>|[-+=](?=[-+= ]|$))/, '\\$1')
          .replace(/^(\d{1,9})([.)])(?= |$)/, '$1\\$2'),
      )
      .join('\n')
      // One after the other, breaks are what paragraphs are for.
      .replace(/(?:\\\n){2,}/g, '\n\n')
      .replace(/^(?:\\?\n)+|(?:\\?\n)+$/g, '')
      .trim()
  );
}

function inline(children: (Element | string)[], inside: string[] = []): string {
  // Links do not nest: the text of one is no link of its own.
  const text = (words: string) => (inside.includes('a') ? literal(words) : literalText(words));
  return children.map((child) => (typeof child === 'string' ? text(child) : inlineElement(child, inside))).join('');
}

function inlineElement(element: Element, inside: string[]): string {
  const { tag, href, children } = element;
  if (tag === 'br') return '\\\n';
  if (tag === 'code') return textOf(element, '\u2028').split('\u2028').map(codeSpan).join('\\\n');
  const mark = { strong: '**', b: '**', em: '*', i: '*' }[tag];
  const within = inline(children, [...inside, mark ?? tag]);
  // Blocks inside of emphasis or a link flow with the text.
  if (BLOCKS.has(tag)) return ` ${within} `;
  const [, before = '', text = '', after = ''] = /^((?:\s|\\\n)*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(within) ?? [];
  if (!text || inside.includes(mark ?? tag)) return within;
  if (mark)
    return `${before}${text.replace(/(?:\s*\\\n\s*){2,}/g, `${mark}\\\n\\\n${mark}`).replace(/^|$/g, mark)}${after}`;
  if (!href) return within;
  if (href === textOf(element) && /^https?:/i.test(href)) return before + addressLink(href) + after;
  return `${before}[${text}](${/[\s()<>\\]/.test(href) ? `<${href.replace(/[\s<>\\]/g, encodeURIComponent)}>` : href})${after}`;
}

function codeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim();
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return text && (ticks.length > 1 ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`);
}

/** Text as it stands; `lineEnd` for a break and behind what is a line of its own. */
const textOf = ({ tag, children }: Element, lineEnd = '\n'): string => {
  if (tag === 'br') return lineEnd;
  const text = children.map((child) => (typeof child === 'string' ? child : textOf(child, lineEnd))).join('');
  return BLOCKS.has(tag) && tag !== 'pre' && !text.endsWith(lineEnd) ? text + lineEnd : text;
};

/** Text that means only itself, with the addresses in it as links. */
const literalText = (text: string): string =>
  splitAddresses(text)
    .map((part) => (part.isAddress ? addressLink(part.text) : literal(part.text)))
    .join('');

/** Text that means only itself, with its white space as one space. */
const literal = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<~]|&(?=#?\w+;)/g, '\\$&')
    // Inside a word, as in addresses and names of code, it marks nothing.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
