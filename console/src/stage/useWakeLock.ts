import { useEffect } from 'react';

const LOCK_AGAIN_MS = 10_000;

/** Keeps the screen on while the page is visible. Browsers take the lock away when it is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (isOver || document.hidden || lock?.released === false || !('wakeLock' in navigator)) return;
      // It is rejected while the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
      // The system may take it away from a page that is visible.
      else lock?.addEventListener('release', () => setTimeout(request, LOCK_AGAIN_MS), { once: true });
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
