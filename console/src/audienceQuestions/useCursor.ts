import { useEffect, useState } from 'react';

interface Cursor {
  /** The place of the current row; -1 while there is none. */
  current: number;
  /** Makes a row the current one, without moving the focus. */
  setCurrent(id: string): void;
  /** Moves by so many rows, and the focus with it. */
  move(by: number): void;
}

/** The row of a list on which keys act. When it leaves the list, the next one takes its place. */
export function useCursor(ids: string[], idOfRow: (id: string) => string): Cursor {
  const [cursor, setCursor] = useState<{ id: string; index: number }>();
  const found = cursor ? ids.indexOf(cursor.id) : -1;
  const current = cursor && found === -1 ? Math.min(cursor.index, ids.length - 1) : found;
  const focusRow = (id: string, options?: FocusOptions) => document.getElementById(idOfRow(id))?.focus(options);
  const key = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with the same ids are the same
  useEffect(() => {
    const id = ids[current];
    if (id === undefined) return;
    if (id !== cursor?.id) setCursor({ id, index: current });
    // What had the focus has left the page.
    if (document.activeElement === document.body) focusRow(id, { preventScroll: id === cursor?.id });
  }, [key, current]);
  return {
    current,
    setCurrent: (id) => setCursor({ id, index: ids.indexOf(id) }),
    move: (by) => {
      const next = current === -1 ? 0 : Math.max(0, Math.min(current + by, ids.length - 1));
      const id = ids[next];
      if (id === undefined) return;
      setCursor({ id, index: next });
      focusRow(id);
    },
  };
}
