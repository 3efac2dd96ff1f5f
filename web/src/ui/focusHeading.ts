/** Moves the focus to the page's heading. Returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
