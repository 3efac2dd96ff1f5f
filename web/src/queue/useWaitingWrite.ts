import { useMemo } from 'react';
import { intentOf } from '../device/pendingWrite.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting, type Write } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';

/** The write with this intent that waits for the network, if there is one. */
export const useWaitingWrite = (intent: string): Write | undefined =>
  useAppSelector((state) => selectWrites(state).find(waitsWith(intent)));

/** All writes with this intent that wait for the network. */
export function useWaitingWrites(intent: string): Write[] {
  const writes = useAppSelector(selectWrites);
  return useMemo(() => writes.filter(waitsWith(intent)), [writes, intent]);
}

const waitsWith = (intent: string) => (write: Write) => isWaiting(write) && intentOf(write) === intent;
