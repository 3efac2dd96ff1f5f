import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** No entry moves for this long after the attendee has touched the list. */
const HOLD_MS = 4000;

/**
 * Shows a list in its newest order, but not under a finger: after a touch, or a key, the entries keep their places for a
 * while. New ones are at the end until then.
 */
export function useHeldOrder<Item extends { id: string }>(items: readonly Item[]) {
  const list = useRef<HTMLOListElement>(null);
  const order = useRef<string[]>([]);
  const [heldUntil, setHeldUntil] = useState(0);
  const isHeld = performance.now() < heldUntil;
  const shown = isHeld ? inOrder(items, order.current) : items;
  const focused = list.current?.contains(document.activeElement) ? document.activeElement : null;

  useLayoutEffect(() => {
    order.current = shown.map(({ id }) => id);
    // An element that moves in the page loses the focus.
    if (focused instanceof HTMLElement && document.activeElement !== focused) focused.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (heldUntil === 0) return;
    const timer = setTimeout(() => setHeldUntil(0), heldUntil - performance.now());
    return () => clearTimeout(timer);
  }, [heldUntil]);

  return { list, shown, hold: () => setHeldUntil(performance.now() + HOLD_MS) };
}

function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
  const known = order.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...known, ...items.filter((item) => !known.includes(item))];
}
