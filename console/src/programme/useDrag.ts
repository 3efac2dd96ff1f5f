import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

/** A press that moves less is a click. */
const THRESHOLD_PX = 4;
/** Near an edge the grid scrolls by this much a frame. */
const EDGE_PX = 40;
const SCROLL_PX = 12;

export interface DragPlace {
  /** How far the pointer is from where it was pressed, on the scrolled area. */
  dx: number;
  dy: number;
  /** Where it is in the window. */
  clientX: number;
  clientY: number;
}

interface DragParts {
  /** What scrolls. */
  area: RefObject<HTMLElement | null>;
  onMove(place: DragPlace): void;
  onDrop(place: DragPlace): void;
  onCancel(): void;
}

/** Drags an element with a mouse or a pen; a finger scrolls. Esc takes it back. Returns what the element's press calls. */
export function useDrag(): (event: PointerEvent<HTMLElement>, parts: DragParts) => void {
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return (event, { area, onMove, onDrop, onCancel }) => {
    const scrolled = area.current;
    if (event.button !== 0 || event.pointerType === 'touch' || !scrolled) return;
    const element = event.currentTarget;
    const from = { x: event.clientX + scrolled.scrollLeft, y: event.clientY + scrolled.scrollTop };
    let at = { x: event.clientX, y: event.clientY };
    let isDragging = false;
    let frame = 0;
    const place = (): DragPlace => ({
      dx: at.x + scrolled.scrollLeft - from.x,
      dy: at.y + scrolled.scrollTop - from.y,
      clientX: at.x,
      clientY: at.y,
    });
    const report = () => onMove(place());
    const scroll = () => {
      const { top, bottom, left, right } = scrolled.getBoundingClientRect();
      const by = (position: number, start: number, end: number) =>
        position < start + EDGE_PX ? -SCROLL_PX : position > end - EDGE_PX ? SCROLL_PX : 0;
      const [x, y] = [by(at.x, left, right), by(at.y, top, bottom)];
      if (x !== 0 || y !== 0) {
        scrolled.scrollBy(x, y);
        report();
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = (moved: globalThis.PointerEvent) => {
      at = { x: moved.clientX, y: moved.clientY };
      if (!isDragging) {
        if (Math.hypot(at.x + scrolled.scrollLeft - from.x, at.y + scrolled.scrollTop - from.y) < THRESHOLD_PX) return;
        isDragging = true;
        element.setPointerCapture(event.pointerId);
        frame = requestAnimationFrame(scroll);
      }
      report();
    };
    const end = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', press, true);
      stop.current = undefined;
    };
    const drop = () => {
      end();
      if (!isDragging) return;
      // The click that follows is none.
      element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
      onDrop(place());
    };
    const cancel = () => {
      end();
      if (isDragging) onCancel();
    };
    const press = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      cancel();
    };
    // A quick pointer leaves a small tile with its first move.
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', press, true);
    stop.current = cancel;
  };
}

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};
