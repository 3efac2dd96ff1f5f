import { useState } from 'react';
import { useAppSelector } from '../../session/storeHooks.ts';
import { selectWrites } from '../../session/writesSlice.ts';
import { useWaitingWrite } from './useWaitingWrite.ts';

/** The server's message about the write with this intent that waited on this screen and was rejected. */
export function useRejection(intent: string): string | undefined {
  const waiting = useWaitingWrite(intent);
  const [key, setKey] = useState<string>();
  if (waiting && waiting.idempotencyKey !== key) setKey(waiting.idempotencyKey);
  return useAppSelector(
    (state) => selectWrites(state).find((write) => write.state === 'rejected' && write.idempotencyKey === key)?.reason,
  );
}
