import { isUnavailable } from './isUnavailable.ts';

/** A statement with this many rows is still short. */
const MAX_BATCH = 200;
/** Batches that run at once. Items that arrive in between wait, so a flood makes few large batches. */
const BATCH_CONCURRENCY = 2;

/**
 * Writes items that arrive at the same time in one statement. When a whole audience votes, each vote then costs a
 * small part of a round trip and of an fsync. If a batch fails, each item is retried alone, so that an error in one
 * fails only that one: `work` must be safe to repeat. If the database is unavailable, there is no such retry.
 * @param gatherMs how long items are gathered that nobody waits for
 */
export function batchWrites<Item>(
  work: (items: Item[]) => Promise<void>,
  gatherMs?: number,
): (item: Item) => Promise<void> {
  const waiting: { item: Item; done: PromiseWithResolvers<void> }[] = [];
  let running = 0;
  let scheduled = false;

  function start(): void {
    scheduled = false;
    while (waiting.length > 0 && running < BATCH_CONCURRENCY) {
      const batch = waiting.splice(0, MAX_BATCH);
      running += 1;
      void write(batch).finally(() => {
        running -= 1;
        start();
      });
    }
  }

  async function write(batch: typeof waiting): Promise<void> {
    try {
      await work(batch.map(({ item }) => item));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      if (batch.length === 1 || (error instanceof Error && isUnavailable(error))) {
        for (const { done } of batch) done.reject(error);
        return;
      }
      await Promise.all(batch.map((one) => write([one])));
    }
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (!scheduled) {
      if (gatherMs) setTimeout(start, gatherMs);
      // Deferred, so that items of the same round of the event loop join the batch.
      else setImmediate(start);
    }
    scheduled = true;
    return done.promise;
  };
}
