import type { LiveFrame } from '@companion/contract/live';
import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { useEffect } from 'react';
import { isLive, watchLive } from './liveStream.ts';
import { refresh } from './queryCache.ts';

/** How often a screen asks while no stream reports what changes. */
const FALLBACK_MS = 2000;
/** While there is one, every fifth time: a line that was cut without a word looks open. */
const LIVE_EVERY = 5;

/**
 * Keeps what a screen shows of these calls up to date: with each of these frames of the stream, or while there is no
 * stream, every two seconds.
 * @param isOn whether anything can change
 */
export function useLiveRefresh(frames: LiveFrame[], calls: StaffCallName[], isOn = true): void {
  const [frameKey, callKey] = [frames.join(' '), calls.join(' ')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with the same contents are the same
  useEffect(() => {
    if (!isOn) return;
    const stop = watchLive((frame) => {
      if (frame === undefined ? isLive() : frames.includes(frame)) refresh(...calls);
    });
    let round = 0;
    const timer = setInterval(() => {
      round++;
      if ((!isLive() || round % LIVE_EVERY === 0) && !document.hidden) refresh(...calls);
    }, FALLBACK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [frameKey, callKey, isOn]);
}
