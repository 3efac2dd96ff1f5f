import sanitizeHtml from 'sanitize-html';
import Turndown from 'turndown';

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'div', 'section', 'article', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'table', 'tr'],
    ...['td', 'th', 'br', 'strong', 'em', 'code', 'a'],
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // The page itself has the h1, and styles go down to h4.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' },
  // The content of these elements is not text for readers.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'svg', 'math', 'iframe'],
  nestingLimit: 40,
};

/** Marks a line break until the converter knows whether it is inside a paragraph. */
const BREAK = '\u2028';
const BREAK_INSIDE = /(?<=[^\s>]|\S>) *\u2028\n(?=[> ]*[^\s>\u2028])/g;

/** The part of a DOM element that the rules below read; the library's types need the browser's. */
interface Element {
  nodeName: string;
  textContent: string;
  parentElement: Element | null;
  closest(selector: string): Element | null;
  getAttribute(name: string): string | null;
}

/** Converts HTML to Markdown: paragraphs, headings, lists, quotations, code, links and emphasis; removes all else. */
export function htmlMarkdown(html: string): string {
  const clean = sanitizeHtml(html, ALLOWED)
    .replace(/<pre>([\s\S]*?)(?:<\/pre>|$)|\s+/g, (_, code?: string) =>
      code === undefined ? ' ' : `<pre><code>${linesOf(code)}</code></pre>`,
    )
    .replace(/(?<!<pre>)<code>[\s\S]*?(?:<\/code>|$)/g, (code) => code.replaceAll('<br />', '</code><br /><code>'));
  return converter
    .turndown(clean)
    .replace(BREAK_INSIDE, '\\\n')
    .replaceAll(BREAK, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Returns the lines of preformatted HTML. Some editors write them as breaks or blocks. */
const linesOf = (code: string) =>
  code
    .replace(/\u2028|<br \/>|<\/(?:div|p|li)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/^\n+/, '')
    .trimEnd();

const converter = new Turndown({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: BREAK,
})
  .addRule('heading', {
    filter: ['h2', 'h3', 'h4'],
    replacement: (content, { nodeName }: Element) =>
      content.trim() && `\n\n${'#'.repeat(Number(nodeName[1]))} ${oneLine(content)}\n\n`,
  })
  .addRule('cell', { filter: ['td', 'th'], replacement: (content) => oneLine(content) && `${oneLine(content)} – ` })
  .addRule('row', { filter: 'tr', replacement: (content) => `\n\n${content.replace(/ – $/, '')}\n\n` })
  .addRule('emphasis', {
    filter: ['strong', 'em'],
    replacement(content, { nodeName, parentElement }: Element) {
      if (parentElement?.closest(nodeName)) return content;
      const mark = nodeName === 'EM' ? '*' : '**';
      // Emphasis ends with its paragraph.
      return content.replace(/[^\n\u2028]+/g, (line) => line.replace(/\S(?:.*\S)?/, `${mark}$&${mark}`));
    },
  })
  .addRule('link', {
    filter: 'a',
    replacement(content, element: Element) {
      const href = element.getAttribute('href') ?? '';
      const text = element.textContent.trim();
      if (!href || !text) return content;
      const parts = splitAddresses(text);
      if (parts.length === 1 && parts[0]?.isAddress && href === text) return addressLink(href);
      const address = /[\s()<>\\]/.test(href) ? `<${href.replace(/[\s<>\\]/g, encodeURIComponent)}>` : href;
      // Links do not nest, so an address in a link's text stays text.
      return `[${parts.some(({ isAddress }) => isAddress) ? literal(text) : oneLine(content)}](${address})`;
    },
  });

const oneLine = (content: string) =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .replaceAll(BREAK, '');

converter.escape = (text) =>
  splitAddresses(text)
    .map((part) => (part.isAddress ? addressLink(part.text) : literal(part.text)))
    .join('');

/** Escapes all Markdown in a text. */
const literal = (text: string) =>
  text
    .replace(/[\\`*[\]<~]|&(?=#?\w+;)/g, '\\$&')
    .replace(/^(#{1,6}(?= |$)|>|[-+=](?=[-+= ]|$))/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?= |$)/, '$1\\$2')
    // Inside a word, an underscore is not Markdown.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');

/** Web addresses in plain text, with or without a scheme. */
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}./@-])www\.)[^\s<>"`\\]+/giu;

export interface TextPart {
  text: string;
  isAddress: boolean;
}

/** Splits text into web addresses and other text. Punctuation after an address is other text. */
export function splitAddresses(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found[0], text.charAt(found.index - 1));
    parts.push({ text: text.slice(at, found.index), isAddress: false }, { text: address, isAddress: true });
    at = found.index + address.length;
  }
  return [...parts, { text: text.slice(at), isAddress: false }].filter((part) => part.text);
}

/** Writes an address as a Markdown link, so that none of its characters is read as Markdown. */
export const addressLink = (address: string): string =>
  /^www\./i.test(address) ? `[${address.replace(/[\\`*_[\]<~]/g, '\\$&')}](<http://${address}>)` : `<${address}>`;

const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

function withoutPunctuation(found: string, before: string): string {
  // Of each closing bracket, how many more there are than opening ones.
  const unopened = new Map(
    Object.entries(BRACKETS).map(([close, open]) => [close, found.split(close).length - found.split(open).length]),
  );
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const count = unopened.get(last) ?? 0;
    // An underscore or a tilde is part of most addresses that end in it, unless it encloses this one.
    const isMark = /[?!.,:;*']/.test(last) || (/[_~]/.test(last) && before === last);
    if (count <= 0 && !isMark) break;
    unopened.set(last, count - 1);
  }
  return found.slice(0, end);
}
