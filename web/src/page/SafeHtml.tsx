import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { htmlText } from './htmlText.ts';
import { currentPurifier, loadPurifier } from './purifier.ts';
import styles from './SafeHtml.module.css';
import { sanitizeHtml } from './sanitizeHtml.ts';

/**
 * HTML from the event's data, sanitised once more before it is shown; as plain text wherever the sanitiser cannot do its
 * work. What it made is put into the page as it is, never parsed a second time: no markup can change its meaning between.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const [isReady, setIsReady] = useState(currentPurifier() !== undefined);
  useEffect(() => {
    let isCurrent = true;
    loadPurifier().then(() => isCurrent && setIsReady(true));
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
  useLayoutEffect(() => {
    root.current?.replaceChildren(fragment.cloneNode(true));
    // What scrolls by itself can be scrolled with the keyboard too.
    for (const wide of root.current?.querySelectorAll<HTMLElement>('table, pre') ?? []) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
  }, [fragment]);
  return <div ref={root} data-html="sanitized" className={className} />;
}

function cleaned(html: string): DocumentFragment | string {
  const purifier = currentPurifier();
  try {
    if (purifier && purifier !== 'missing') return sanitizeHtml(purifier, html);
  } catch {
    // As below.
  }
  return htmlText(html);
}
