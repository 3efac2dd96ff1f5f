import sanitizeHtml from 'sanitize-html';

const BLOCK_ENDS = /<(?:br|hr|\/(?:p|li|h\d|tr|table|ul|ol|blockquote|pre|div))\b[^<>]*>/gi;
const LINKS = /<a\b([^<>]*)>(.*?)(?:<\/a>|$)/gis;
const HREF = /\bhref="([^"]*)"/i;
const ESCAPES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The text of the event's HTML for apps without markup: one line per block, the addresses of links in brackets. */
export function plainText(html: string): string {
  const lines = html
    // In preformatted text a line end is a break.
    .replace(/<pre\b[^<>]*>[\s\S]*?(?:<\/pre>|$)/gi, (code) => code.replace(/\n/g, '<br>'))
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '$&- ')
    .replace(BLOCK_ENDS, '$&\n')
    // `mailto:ada@example.com` after `ada@example.com` adds nothing.
    .replace(LINKS, (_, attributes: string, words: string) => {
      const url = HREF.exec(attributes)?.[1];
      return url === undefined || url.endsWith(words) ? words : `${words} (${url})`;
    });
  // Without tags the text is still escaped for HTML.
  const words = sanitizeHtml(lines, { allowedTags: [] }).replace(
    /&(?:lt|gt|quot|amp);/g,
    (name) => ESCAPES[name] ?? '',
  );
  return words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
