import { useEffect, useState } from 'react';
import styles from './SafeHtml.module.css';
import { Skeleton } from './ui/Skeleton.tsx';

/** What the server's own sanitiser lets through: text, and nothing that runs, loads or posts. */
const RULES = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'a',
    'ul',
    'ol',
    'li',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'hr',
    'code',
  ],
  ALLOWED_ATTR: ['href', 'title'],
};

/** HTML from the event's data, sanitised once more before it is shown; as plain text where the sanitiser did not load. */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const [clean, setClean] = useState<{ html: string } | { text: string }>();

  useEffect(() => {
    let isCurrent = true;
    const show = (result: { html: string } | { text: string }) => isCurrent && setClean(result);
    import('dompurify').then(
      ({ default: sanitizer }) => show({ html: sanitizer.sanitize(html, RULES) }),
      () => show({ text: textOf(html) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [html]);

  const classes = [styles.prose, className].filter(Boolean).join(' ');
  if (!clean) return <Skeleton lines={4} />;
  if ('text' in clean) return <div className={classes}>{clean.text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above, by a library made for it
  return <div className={classes} dangerouslySetInnerHTML={{ __html: clean.html }} />;
}

// A document made by DOMParser runs nothing and loads nothing.
const textOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent;
