import { useState } from 'react';
import { useAppSelector } from '../../session/storeHooks.ts';
import type { Write } from '../../session/writes.ts';
import { selectWrites } from '../../session/writesSlice.ts';

/**
 * The server's message about the write that waited on this screen and was rejected.
 * @param waiting the one that waits now
 */
export function useRejection(waiting: Write | undefined): string | undefined {
  const [key, setKey] = useState<string>();
  if (waiting && waiting.idempotencyKey !== key) setKey(waiting.idempotencyKey);
  return useAppSelector(
    (state) => selectWrites(state).find((write) => write.state === 'rejected' && write.idempotencyKey === key)?.reason,
  );
}
