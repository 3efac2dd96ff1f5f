import { useEffect } from 'react';
import type { Location } from 'react-router';
import { focusHeading } from '../ui/focusHeading.ts';

/** The link of a page that was opened last: the page's address, and which of its links to that address. */
interface OpenedLink {
  href: string;
  place: number;
}

/** By the key of the page's entry in the history. */
const opened = new Map<string, OpenedLink>();

/** How long a link, or a heading, may take to be rendered. */
const LATEST_MS = 3000;

const linksTo = (address: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter(({ href }) => href === address);

/** Remembers which link of the page is opened, for {@link focusPage}. */
export function useOpenedLink({ key }: Location): void {
  useEffect(() => {
    // Safari does not focus a link that is tapped.
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('main a');
      if (link) opened.set(key, { href: link.href, place: linksTo(link.href).indexOf(link) });
    };
    // Before the link changes the page.
    window.addEventListener('click', remember, true);
    return () => window.removeEventListener('click', remember, true);
  }, [key]);
}

/**
 * Focuses the page's heading; with the key of the entry to which the attendee returns, the link that was opened there.
 * What is not rendered yet gets the focus later, unless it has moved by then. Nothing scrolls.
 * @returns a function that no longer waits for it
 */
export function focusPage(returnKey?: string): () => void {
  const link = opened.get(returnKey ?? '');
  let focused: Element | null;
  const isDone = () => {
    const target = link && linksTo(link.href)[link.place];
    target?.focus({ preventScroll: true });
    if (target) return true;
    const hasHeading = focusHeading();
    if (!hasHeading) document.querySelector('main')?.focus({ preventScroll: true });
    focused = document.activeElement;
    return hasHeading && !link;
  };
  const observer = new MutationObserver(() => {
    if (document.activeElement !== focused || isDone()) observer.disconnect();
  });
  if (isDone()) return () => {};
  observer.observe(document.body, { childList: true, subtree: true });
  // By then, who reads the page with a screen reader is somewhere else.
  const timer = setTimeout(() => observer.disconnect(), LATEST_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
