import sanitizeHtml from 'sanitize-html';

const BLOCK_ENDS = /<(?:br|hr|\/(?:p|li|h\d|tr|table|ul|ol|blockquote|pre|div))\b[^>]*>/gi;
const LINKS = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi;
const ESCAPES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of the event's HTML, a line for each block of it and addresses in brackets, for a place that knows no markup. */
export function plainText(html: string): string {
  const lines = html
    // Where lines are kept, their ends are breaks.
    .replace(/<pre\b[^>]*>[\s\S]*?<\/pre>/gi, (code) => code.replace(/\n/g, '<br>'))
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '$&- ')
    .replace(BLOCK_ENDS, '$&\n')
    // `mailto:ada@example.com` behind `ada@example.com` says nothing new.
    .replace(LINKS, (_, url: string, words: string) => (url.endsWith(words) ? words : `${words} (${url})`));
  // Without its tags it is text that is still escaped for HTML.
  const words = sanitizeHtml(lines, { allowedTags: [] }).replace(
    /&(?:lt|gt|quot|amp);/g,
    (name) => ESCAPES[name] ?? '',
  );
  return words.replace(/\s*\n\s*/g, '\n').trim();
}
