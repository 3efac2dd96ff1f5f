import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { isConnectionLost } from './connection.ts';
import { refreshIdle } from './queryCache.ts';

/**
 * Reads what screens show of these calls again and again, while the page is visible: never twice at once (decision 049).
 * @param isDue whether a round counts
 * @returns a function that stops it
 */
export function repeatReads(everyMs: number, calls: StaffCallName[], isDue = () => true): () => void {
  const timer = setInterval(() => {
    // Once the server answers again, everything is read.
    if (!document.hidden && !isConnectionLost() && isDue()) refreshIdle(...calls);
  }, everyMs);
  return () => clearInterval(timer);
}
