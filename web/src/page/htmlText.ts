const SKIPPED = /<(script|style|template|iframe|noscript|svg|math|textarea|title|object)\b[\s\S]*?<\/\1\s*>/gi;
const BLOCK_ENDS = /<(?:br|hr|\/(?:p|li|h\d|blockquote|pre|tr|div))\b[^>]*>/gi;
const TAGS = /<\/?[a-z!?][^>]*(?:>|$)/gi;

/** Extracts the plain text of any HTML, one line per block. Show it as text, not as markup. */
export function htmlText(html: string): string {
  const words = html.replace(SKIPPED, ' ').replace(BLOCK_ENDS, '\n').replace(TAGS, '');
  // Parsing decodes the entities. It is safe because no `<` is left.
  const { body } = new DOMParser().parseFromString(words.replaceAll('<', '&lt;'), 'text/html');
  return body.textContent.replace(/\s*\n\s*/g, '\n').trim();
}
