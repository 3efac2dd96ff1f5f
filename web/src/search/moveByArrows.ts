import type { KeyboardEvent } from 'react';

/** Moves the focus from the field to the results and between them; from the first back to the field. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a, ul + button')];
  const from = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[from + step];
  if (from < 0 || !next) return;
  // The page would scroll.
  event.preventDefault();
  next.focus();
}
