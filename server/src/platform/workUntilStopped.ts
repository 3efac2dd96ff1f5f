import { setTimeout as delay } from 'node:timers/promises';

interface Work {
  /** Does what is due. @returns whether there may be more to do at once */
  turn: () => Promise<boolean>;
  /** After a turn that found nothing, or failed. */
  pauseMs: number;
  onError: (error: unknown) => void;
}

/**
 * Takes one turn after another, also after failures.
 * @returns stops it and resolves once the current turn is done
 */
export function workUntilStopped({ turn, pauseMs, onError }: Work): () => Promise<void> {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await turn().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!worked) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}
