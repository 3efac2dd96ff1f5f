import { isUnavailable } from './isUnavailable.ts';

/** A statement of this many rows is still short. */
const MOST = 200;
/** So many statements under way; what comes meanwhile waits for the next, so that a flood makes few and large ones. */
const AT_ONCE = 2;

/**
 * Lets what is asked at the same time be done by one statement: in a hall that votes at once, each vote then costs a
 * small part of a round trip and of an fsync. Where the statement fails, each is done alone, so an error in one fails
 * that one alone: `work` must be harmless to repeat. Where the database cannot do its work now, it is not asked once
 * more for each.
 */
export function together<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  const waiting: { item: Item; done: PromiseWithResolvers<void> }[] = [];
  let underWay = 0;
  let scheduled = false;

  function start(): void {
    scheduled = false;
    while (waiting.length > 0 && underWay < AT_ONCE) {
      const batch = waiting.splice(0, MOST);
      underWay += 1;
      void perform(batch).finally(() => {
        underWay -= 1;
        start();
      });
    }
  }

  async function perform(batch: typeof waiting): Promise<void> {
    try {
      await work(batch.map(({ item }) => item));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      if (batch.length === 1 || (error instanceof Error && isUnavailable(error))) {
        for (const { done } of batch) done.reject(error);
        return;
      }
      await Promise.all(batch.map((one) => perform([one])));
    }
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    // Later, so that what this round of the event loop still brings goes along.
    if (!scheduled) setImmediate(start);
    scheduled = true;
    return done.promise;
  };
}
