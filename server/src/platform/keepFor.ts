import type { Services } from './services.ts';

export interface Kept<Value> {
  current(): Promise<Value>;
  /** The newest value that has been read, however old. */
  readonly latest: Value | undefined;
  /** Reads again if what is kept is too old for this caller. All who find it so share the new reading. */
  currentUnless(isOld: (value: Value) => boolean): Promise<Value>;
  /** After a change on this node: the next request reads again. */
  forget(): void;
}

/**
 * Keeps what a costly read has answered for that many milliseconds, so that a node reads no more often, however many ask.
 * A failure is not kept.
 */
export function keepFor<Value>(
  { now }: Pick<Services, 'now'>,
  ms: number,
  read: (now: number) => Promise<Value>,
): Kept<Value> {
  let kept: { at: number; value: Promise<Value> } | undefined;
  let latest: Value | undefined;
  const newest = () => {
    const at = now();
    // In both directions: once the clock has been set back, `kept.at` is in the future.
    if (kept && Math.abs(at - kept.at) < ms) return kept;
    const begun = { at, value: read(at) };
    kept = begun;
    begun.value.then(
      (value) => {
        // What was begun later may have been faster, or may have to be.
        if (kept === begun) latest = value;
      },
      () => {
        if (kept === begun) kept = undefined;
      },
    );
    return begun;
  };
  return {
    current: () => newest().value,
    currentUnless: async (isOld) => {
      for (;;) {
        const before = kept;
        const found = newest();
        const beganHere = found !== before;
        const value = await found.value;
        // A read that this call has begun is never too old for it; asking `isOld` again could repeat it for ever.
        if (beganHere || !isOld(value)) return value;
        if (kept === found) kept = undefined;
      }
    },
    get latest() {
      return latest;
    },
    forget: () => {
      kept = undefined;
    },
  };
}
