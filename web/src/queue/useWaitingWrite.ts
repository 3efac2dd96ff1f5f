import { intentOf } from '../device/pendingWrite.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting, type Write } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';

/** The write with this intent that waits for the network, if there is one. */
export const useWaitingWrite = (intent: string): Write | undefined =>
  useAppSelector((state) => selectWrites(state).find((write) => isWaiting(write) && intentOf(write) === intent));
