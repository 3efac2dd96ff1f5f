const UNREAD = /<(script|style|template|iframe|noscript|svg|math|textarea|title|object)\b[\s\S]*?<\/\1\s*>/gi;
const BLOCK_ENDS = /<(?:br|hr|\/(?:p|li|h\d|blockquote|pre|tr|div))\b[^>]*>/gi;
const TAGS = /<\/?[a-z!?][^>]*(?:>|$)/gi;

/** The words of any HTML, a line for each block of it. It is text, to be shown as such: nothing of it is markup. */
export function htmlText(html: string): string {
  const words = html.replace(UNREAD, ' ').replace(BLOCK_ENDS, '\n').replace(TAGS, '');
  // What is left may be parsed, to read its entities: without a < there is no element.
  const { body } = new DOMParser().parseFromString(words.replaceAll('<', '&lt;'), 'text/html');
  return body.textContent.replace(/\s*\n\s*/g, '\n').trim();
}
