import type { Config, DOMPurify } from 'dompurify';

/** What the server's own sanitiser lets through: text, and nothing that runs, loads, posts, styles or is found by name. */
const RULES = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'b', 'em', 'i', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'hr'],
    ...['code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // An address of this app begins with one slash: two would be another server's.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/** The harmless part of any HTML. Throws where the browser has not what the sanitiser needs. */
export function sanitizeHtml(purifier: DOMPurify, html: string): DocumentFragment {
  // It would hand everything back as it came.
  if (!purifier.isSupported) throw new Error('The sanitiser cannot work in this browser');
  const fragment = purifier.sanitize(html, RULES);
  for (const link of fragment.querySelectorAll('a[href]')) {
    // The app stays open behind what it links to, and tells nobody where one came from.
    if (/^https?:/i.test(link.getAttribute('href') ?? '')) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    }
  }
  return fragment;
}
