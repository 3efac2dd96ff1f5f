import type { Config, DOMPurify } from 'dompurify';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from '../ui/prose.module.css';
import { Skeleton } from '../ui/Skeleton.tsx';
import { currentPurifier, loadPurifier } from './purifier.ts';

/**
 * Shows HTML from the event's data, sanitized again in the browser; as plain text if the sanitizer is not available.
 * Its DOM nodes are inserted directly and never parsed again, so that markup cannot change its meaning in between.
 */
export function SafeHtml({ html }: { html: string }) {
  const [isReady, setIsReady] = useState(currentPurifier() !== undefined);
  useEffect(() => {
    let isCurrent = true;
    loadPurifier().then(() => isCurrent && setIsReady(true));
    return () => {
      isCurrent = false;
    };
  }, []);

  const clean = useMemo(() => (isReady ? cleaned(html) : undefined), [html, isReady]);
  if (clean === undefined) return <Skeleton lines={4} />;
  if (typeof clean === 'string') {
    return (
      <div data-html="text" className={`${styles.prose} ${styles.plain}`}>
        {clean}
      </div>
    );
  }
  return <Sanitized fragment={clean} />;
}

function Sanitized({ fragment }: { fragment: DocumentFragment }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    root.current?.replaceChildren(fragment.cloneNode(true));
    // Makes wide elements that scroll reachable by keyboard.
    for (const wide of root.current?.querySelectorAll<HTMLElement>('table, pre') ?? []) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
  }, [fragment]);
  return <div ref={root} data-html="sanitized" className={styles.prose} />;
}

function cleaned(html: string): DocumentFragment | string {
  const purifier = currentPurifier();
  try {
    if (purifier && purifier !== 'missing') return sanitizeHtml(purifier, html);
  } catch {
    // Fall through to plain text.
  }
  return htmlText(html);
}

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
function sanitizeHtml(purifier: DOMPurify, html: string): DocumentFragment {
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

const SKIPPED = /<(script|style|template|iframe|noscript|svg|math|textarea|title|object)\b[\s\S]*?<\/\1\s*>/gi;
const BLOCK_ENDS = /<(?:br|hr|\/(?:p|li|h\d|blockquote|pre|tr|div))\b[^>]*>/gi;
const TAGS = /<\/?[a-z!?][^>]*(?:>|$)/gi;

/** Extracts the plain text of any HTML, one line per block. Show it as text, not as markup. */
function htmlText(html: string): string {
  const words = html.replace(SKIPPED, ' ').replace(BLOCK_ENDS, '\n').replace(TAGS, '');
  // Parsing decodes the entities. It is safe because no `<` is left.
  const { body } = new DOMParser().parseFromString(words.replaceAll('<', '&lt;'), 'text/html');
  return body.textContent.replace(/\s*\n\s*/g, '\n').trim();
}
