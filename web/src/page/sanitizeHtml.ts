import type { Config, DOMPurify } from 'dompurify';

/** The same rules as the server's sanitizer: text only, nothing that runs, loads, posts, styles or has a name. */
const RULES = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'b', 'em', 'i', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'hr'],
    ...['code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // An address within the app starts with one slash; two slashes would start another server's address.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/** The harmless part of any HTML. Throws if the browser lacks what the sanitizer needs. */
export function sanitizeHtml(purifier: DOMPurify, html: string): DocumentFragment {
  // Unsupported, it would return the HTML unchanged.
  if (!purifier.isSupported) throw new Error('The sanitizer does not support this browser');
  const fragment = purifier.sanitize(html, RULES);
  for (const link of fragment.querySelectorAll('a[href]')) {
    // External links open in a new tab and send no referrer.
    if (/^https?:/i.test(link.getAttribute('href') ?? '')) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    }
  }
  return fragment;
}
