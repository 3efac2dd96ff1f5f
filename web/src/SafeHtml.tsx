import type { DOMPurify } from 'dompurify';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { htmlText } from './htmlText.ts';
import styles from './SafeHtml.module.css';
import { sanitizeHtml } from './sanitizeHtml.ts';
import { Skeleton } from './ui/Skeleton.tsx';

/** The sanitiser once it has come, or what kept it from coming: shared by all texts, so that later ones show at once. */
let purifier: DOMPurify | 'missing' | undefined;
// Asked for with the page's own code, not after the page's data.
const loading = import('dompurify').then(
  ({ default: loaded }) => {
    purifier = loaded;
  },
  () => {
    purifier = 'missing';
  },
);

/**
 * HTML from the event's data, sanitised once more before it is shown; as plain text wherever the sanitiser cannot do its
 * work. What it made is put into the page as it is, never parsed a second time: no markup can change its meaning between.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const [isReady, setIsReady] = useState(purifier !== undefined);
  useEffect(() => {
    let isCurrent = true;
    loading.then(() => isCurrent && setIsReady(true));
    return () => {
      isCurrent = false;
    };
  }, []);

  const clean = useMemo(() => (isReady ? cleaned(html) : undefined), [html, isReady]);
  const classes = [styles.prose, className].filter(Boolean).join(' ');
  if (clean === undefined) return <Skeleton lines={4} />;
  if (typeof clean === 'string') {
    return (
      <div data-html="text" className={`${classes} ${styles.plain}`}>
        {clean}
      </div>
    );
  }
  return <Sanitized fragment={clean} className={classes} />;
}

function Sanitized({ fragment, className }: { fragment: DocumentFragment; className: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.replaceChildren(fragment.cloneNode(true)), [fragment]);
  return <div ref={root} data-html="sanitized" className={className} />;
}

function cleaned(html: string): DocumentFragment | string {
  try {
    if (purifier && purifier !== 'missing') return sanitizeHtml(purifier, html);
  } catch {
    // As below.
  }
  return htmlText(html);
}
