import type { KeyboardEvent } from 'react';

/** Moves the focus from the field to the results and between them, from a result's button too; from the first back. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a, ul + button')];
  const focused = document.activeElement;
  const row = focused?.closest('li');
  const from = stops.findIndex((stop) => stop.contains(focused) || row?.contains(stop));
  const next = stops[from + step];
  if (from < 0 || !next) return;
  // The page would scroll.
  event.preventDefault();
  next.focus();
}
