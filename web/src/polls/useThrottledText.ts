import { useEffect, useRef, useState } from 'react';

/** How often a text may change that a screen reader announces. */
const INTERVAL_MS = 5000;

/** A text that changes often, for a live region: at most every 5 seconds, and the newest one in the end. */
export function useThrottledText(text: string): string {
  const [throttled, setThrottled] = useState('');
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === throttled) return;
    const change = () => {
      changedAt.current = performance.now();
      setThrottled(text);
    };
    const timer = setTimeout(change, changedAt.current + INTERVAL_MS - performance.now());
    return () => clearTimeout(timer);
  }, [text, throttled]);
  return throttled;
}
