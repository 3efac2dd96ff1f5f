import styles from '@companion/web/ui/prose.module.css';
import { createElement, type ReactNode, useMemo } from 'react';
import { type HtmlNode, htmlTree } from './htmlTree.ts';

/** What phones make of a text in Markdown. */
export function HtmlText({ html }: { html: string }) {
  const nodes = useMemo(() => htmlTree(html), [html]);
  return <div className={styles.prose}>{nodes.map(rendered)}</div>;
}

function rendered(node: HtmlNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, children } = node;
  const link = tag === 'a' && { href, target: '_blank', rel: 'noopener noreferrer' };
  const shown = HOLDS_NO_TEXT.has(tag) ? children.filter((child) => typeof child !== 'string') : children;
  return createElement(tag, { key, ...link }, ...shown.map(rendered));
}

/** The line breaks between their rows are no part of them. */
const HOLDS_NO_TEXT = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol']);
