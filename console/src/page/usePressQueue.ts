import { useRef, useState } from 'react';
import { pressQueue } from './pressQueue.ts';

/**
 * A {@link pressQueue} of a screen.
 * @param perform as the screen is by then
 * @returns what asks for an act, and what is still to be done
 */
export function usePressQueue<Act>(perform: (act: Act) => Promise<boolean>) {
  const newest = useRef(perform);
  newest.current = perform;
  const [pending, setPending] = useState<readonly Act[]>([]);
  const [press] = useState(() => pressQueue<Act>((act) => newest.current(act), setPending));
  return [press, pending] as const;
}
