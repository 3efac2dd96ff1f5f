import { useEffect, useRef, useState } from 'react';

/** How often a text may change that a screen reader announces. */
const CALM_MS = 5000;

/** A text that changes often, for a live region: at most every 5 seconds, and the newest one in the end. */
export function useCalmText(text: string): string {
  const [calm, setCalm] = useState('');
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === calm) return;
    const change = () => {
      changedAt.current = performance.now();
      setCalm(text);
    };
    const timer = setTimeout(change, changedAt.current + CALM_MS - performance.now());
    return () => clearTimeout(timer);
  }, [text, calm]);
  return calm;
}
