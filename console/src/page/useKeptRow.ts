import { type FocusEvent, useEffect, useRef } from 'react';
import { useKeptFocus } from './useKeptFocus.ts';

interface Place {
  list: Element;
  row: HTMLElement;
  index: number;
  /** The part of the screen around the list. */
  part: Element | null;
}

/**
 * Keeps the focus in a list: when the control leaves that has it, its row gets it, else the row that takes its place, else
 * the heading above the list. None of a row's buttons does: the same key pressed twice would act on another row.
 * @returns the `onFocus` of the list
 */
export function useKeptRow(): (event: FocusEvent) => void {
  const place = useRef<Place>(undefined);
  // Before the focus is looked after: a row that is still there may have another index by now.
  useEffect(() => {
    if (place.current?.row.isConnected) place.current.index = rowsOf(place.current.list).indexOf(place.current.row);
  });
  const keepFocus = useKeptFocus(() => {
    if (!place.current) return undefined;
    const { list, row, index, part } = place.current;
    if (row.isConnected) return row;
    // A list that has left the page still has its rows.
    const rows = list.isConnected ? rowsOf(list) : [];
    return rows[Math.min(index, rows.length - 1)] ?? part?.querySelector<HTMLElement>('h1, h2, h3');
  });
  return (event) => {
    const { currentTarget: list, target } = event;
    const row = target.closest('li');
    if (row) place.current = { list, row, index: rowsOf(list).indexOf(row), part: list.closest('section, main') };
    keepFocus(event);
  };
}

const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > li')];
