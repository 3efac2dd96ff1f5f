import { useMemo } from 'react';
import { useAppSelector } from '../../session/storeHooks.ts';
import type { Write } from '../../session/writes.ts';
import { selectWrites } from '../../session/writesSlice.ts';

/** A query hook whose data shows the waiting writes. */
export function overlaid<Data, Hook extends (...args: never[]) => object>(
  useQuery: Hook,
  overlay: (data: Data, writes: readonly Write[]) => Data,
): Hook {
  const useOverlaidQuery = (...args: never[]) => {
    const query = useQuery(...args);
    const writes = useAppSelector(selectWrites);
    // Every query hook returns its data.
    const { data } = query as { data?: Data };
    const shown = useMemo(() => (data === undefined ? undefined : overlay(data, writes)), [data, writes]);
    return shown === data ? query : { ...query, data: shown };
  };
  // It has the arguments and the result of the given hook.
  return useOverlaidQuery as Hook;
}
