import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { useEffect } from 'react';
import { selectIsReachable } from './networkSlice.ts';
import { readAgain, type StaffReadName } from './readAgain.ts';
import { isLive, watchLive } from './staffStream.ts';
import { store } from './store.ts';

/** How often a screen asks while no stream reports what changes. */
const FALLBACK_MS = 2000;
/** While there is one, every fifth time: not everything that a screen shows has a frame. */
const LIVE_EVERY = 5;
/** Frames that come together lead to one reading. */
const TOGETHER_MS = 30;

/**
 * Keeps what a screen shows of these calls up to date: with each of these frames of the stream, or while there is no
 * stream, every two seconds.
 * @param isOn whether anything can change
 */
export function useLiveRefresh(frames: StaffLiveFrame[], calls: StaffReadName[], isOn = true): void {
  const [frameKey, callKey] = [frames.join(' '), calls.join(' ')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with the same contents are the same
  useEffect(() => {
    if (!isOn) return;
    let planned: ReturnType<typeof setTimeout> | undefined;
    const stop = watchLive((frame) => {
      if (frame === undefined ? !isLive() : !frames.includes(frame)) return;
      planned ??= setTimeout(() => {
        planned = undefined;
        store.dispatch(readAgain(calls, 'repeat'));
      }, TOGETHER_MS);
    });
    let round = 0;
    const repeating = setInterval(() => {
      // Once the server answers again, everything is read.
      if (document.hidden || !selectIsReachable(store.getState())) return;
      round++;
      if (!isLive() || round % LIVE_EVERY === 0) store.dispatch(readAgain(calls, 'keep'));
    }, FALLBACK_MS);
    return () => {
      stop();
      clearTimeout(planned);
      clearInterval(repeating);
    };
  }, [frameKey, callKey, isOn]);
}
