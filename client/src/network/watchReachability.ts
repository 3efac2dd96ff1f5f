import type { Reachability } from './reachability.ts';

/**
 * Starts to probe after failures, and probes again when the network or the person is back.
 * @param onChange called when the server becomes unreachable or reachable
 */
export function watchReachability(reachability: Reachability, onChange: (isReachable: boolean) => void): void {
  reachability.start(onChange);
  if (!navigator.onLine) reachability.setOnline(false);
  window.addEventListener('online', () => reachability.setOnline(true));
  window.addEventListener('offline', () => reachability.setOnline(false));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reachability.checkIfLost();
  });
}
