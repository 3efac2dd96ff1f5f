import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A word of so many letters breaks at any of them. */
const ENDLESS = /\S{200}/;

/**
 * Fits what is in an element into it: before it is shown, and again when the element has another size or the font has
 * arrived.
 * @param key differs when what is in it takes another room
 */
export function useFit<Fitted extends HTMLElement>(
  fit: (element: Fitted) => void,
  key: string,
): RefObject<Fitted | null> {
  const fitted = useRef<Fitted>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useLayoutEffect(() => {
    const element = fitted.current;
    if (!element) return;
    // With kerning, Chromium shapes an endless word anew for each line: seconds for the longest answer.
    element.style.fontKerning = ENDLESS.test(element.textContent) ? 'none' : '';
    fit(element);
    let isOver = false;
    const sizeOf = () => `${element.clientWidth} ${element.clientHeight}`;
    let size = sizeOf();
    const observer = new ResizeObserver(() => {
      // It reports once at the beginning.
      if (sizeOf() === size) return;
      size = sizeOf();
      fit(element);
    });
    observer.observe(element);
    if (document.fonts.status === 'loading') void document.fonts.ready.then(() => isOver || fit(element));
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [key]);
  return fitted;
}

/** Halvings: the result is exact to a sixtieth of the span. */
const STEPS = 6;

/**
 * Tries sizes, each of which fits if the smaller ones do, and leaves the largest that fits in force; the smallest if none
 * does.
 * @param fits puts a size in force and says whether it fits
 */
export function largestFitting(smallest: number, largest: number, fits: (size: number) => boolean): number {
  if (fits(largest)) return largest;
  let [fitting, tooLarge] = [smallest, largest];
  for (let step = 0; step < STEPS; step++) {
    const middle = (fitting + tooLarge) / 2;
    if (fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  fits(fitting);
  return fitting;
}

/** Whether something in it is out of sight. Fractions of a pixel are rounded. */
export const isOverflowing = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement): boolean =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
